:- module(meta_interpreter, [prove/2, prove_by/3, reset/0, at/2, at_first/1, furthest/3, proof_json/2, subgoals_json/3]).

/*  A meta-interpreter that records the proof of a goal.

    It interprets the clauses of the knowledge and calls all other predicates. A node of the proof is
        node(Goal, Clause, Nodes)  proved by a clause of the knowledge, with the proofs of its body,
        given(Goal)                a fact of the game,
        called(Goal)               a call of a predicate of Prolog or of a library,
        not(Goal)                  negation as failure: the goal has no proof.

    Only the first 3000 nodes are recorded, so that a long proof does not fill the memory.

    Global variables: `at` is the clause interpreted last, `furthest` the deepest failure, `steps` the depth of the
    proof so far, `nodes` the number of its nodes, `root` the clause of the first goal, `own` the goal of the knowledge
    that is being proved, with the clause that it stands in: own(Goal, Clause), or none for the first goal.
*/

:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(source_text).

% reset: forgets the last place and the deepest failure.
reset :-
    nb_setval(at, none),
    nb_setval(furthest, none).

% prove(+Goal, -Node): Node is a proof of Goal; the next one on backtracking.
prove(Goal, Node) :-
    prove_by(Goal, _, Node).

% prove_by(+Goal, ?Clause, -Node): the same, by one clause of the knowledge if Clause is bound.
prove_by(Goal, Clause, node(Goal, Clause, Nodes)) :-
    prolog_current_choice(Cut),
    b_setval(steps, 0),
    b_setval(nodes, 0),
    b_setval(root, none),
    b_setval(own, none),
    own_clauses(Goal, Body, Clause),
    b_setval(root, Clause),
    body(Body, Cut, Clause, Nodes, []).

own_clauses(Goal, Body, Clause) :-
    (   \+ clause(player:Goal, _, Clause)
    ->  failed(Goal, none, none),
        fail
    ;   clause(player:Goal, Body, Clause),
        nb_setval(at, Clause)
    ).

% body(+Goal, +Cut, +Clause, -Nodes, ?Tail): proves a goal in the body of Clause; Cut is the choice point of its cuts.
body(Goal, _, _, _, _) :-
    var(Goal),
    !,
    instantiation_error(Goal).
body(true, _, _, Tail, Tail) :- !.
body((A, B), Cut, Clause, Nodes, Tail) :- !,
    body(A, Cut, Clause, Nodes, Rest),
    ( b_getval(root, Clause) -> count_root_goal ; true ),
    body(B, Cut, Clause, Rest, Tail).
body(!, Cut, _, Nodes, Nodes) :- !,
    prolog_cut_to(Cut).
body((If -> Then ; Else), Cut, Clause, Nodes, Tail) :- !,
    (   condition(If, Clause, Nodes, Rest)
    ->  body(Then, Cut, Clause, Rest, Tail)
    ;   body(Else, Cut, Clause, Nodes, Tail)
    ).
body((If *-> Then ; Else), Cut, Clause, Nodes, Tail) :- !,
    (   condition(If, Clause, Nodes, Rest)
    *-> body(Then, Cut, Clause, Rest, Tail)
    ;   body(Else, Cut, Clause, Nodes, Tail)
    ).
body((If -> Then), Cut, Clause, Nodes, Tail) :- !,
    (   condition(If, Clause, Nodes, Rest)
    ->  body(Then, Cut, Clause, Rest, Tail)
    ).
body((If *-> Then), Cut, Clause, Nodes, Tail) :- !,
    condition(If, Clause, Nodes, Rest),
    body(Then, Cut, Clause, Rest, Tail).
body((A ; B), Cut, Clause, Nodes, Tail) :- !,
    (   body(A, Cut, Clause, Nodes, Tail)
    ;   body(B, Cut, Clause, Nodes, Tail)
    ).
body(\+ Goal, _, Clause, Nodes, Tail) :- !,
    copy_term(Goal, Seen, _),           % before it is bound by a solution
    record(not(Seen), Nodes, Tail),
    nb_setval(at, Clause),
    (   call(player:Goal)               % its bindings show why the negation fails
    ->  failed(\+ Goal, Clause, none),
        fail
    ;   count_step
    ).
body(player:Goal, Cut, Clause, Nodes, Tail) :- !,
    body(Goal, Cut, Clause, Nodes, Tail).
body(once(Goal), _, Clause, Nodes, Tail) :- !,
    (   condition(Goal, Clause, Nodes, Tail)
    ->  true
    ).
body(call(Goal), _, Clause, Nodes, Tail) :- !,
    condition(Goal, Clause, Nodes, Tail).
body(Goal, _, Clause, Nodes, Tail) :-
    defined_by(Goal, Owner),
    record(Node, Nodes, Tail),
    call_goal(Owner, Goal, Clause, Node).

% record(+Node, -Nodes, ?Tail): adds a node to the proof, unless it has too many.
record(Node, Nodes, Tail) :-
    b_getval(nodes, N0),
    (   N0 < 3000
    ->  N is N0 + 1,
        b_setval(nodes, N),
        Nodes = [Node|Tail]
    ;   Nodes = Tail
    ).

% defined_by(+Goal, -Owner): game, player (the knowledge) or other. Tabled predicates are not interpreted: other.
defined_by(Goal, Owner) :-
    (   callable(Goal),
        \+ Goal = _:_,
        predicate_property(player:Goal, implementation_module(Module)),
        memberchk(Module, [game, player]),
        \+ predicate_property(player:Goal, tabled)
    ->  Owner = Module
    ;   Owner = other
    ).

% call_goal(+Owner, +Goal, +Clause, -Node): proves a goal by the owner of its predicate.
call_goal(game, Goal, Clause, given(Goal)) :-
    (   call(game:Goal)
    *-> count_step
    ;   failed(Goal, Clause, none),
        fail
    ).
call_goal(player, Goal, Clause, node(Goal, Own, Nodes)) :-
    (   \+ clause(player:Goal, _)
    ->  failed(Goal, Clause, none),
        fail
    ;   prolog_current_choice(Cut),
        b_getval(own, Before),
        clause(player:Goal, Body, Own),
        nb_setval(at, Own),
        b_setval(own, own(Goal, Clause)),
        body(Body, Cut, Own, Nodes, []),
        b_setval(own, Before)
    ).
call_goal(other, Goal, Clause, called(Recorded)) :-
    recorded(Goal, Recorded),
    nb_setval(at, Clause),
    ( computes(Goal) -> refuse_large_powers(Goal) ; true ),
    (   call(player:Goal)
    *-> count_step
    ;   b_getval(own, Within),
        failed(Goal, Clause, Within),
        fail
    ).

% refuse_large_powers(+Goal): raises an error for a power of too many digits. The library that computes it could not be
% interrupted, so that the line would remain unknown.
refuse_large_powers(Goal) :-
    forall(( sub_term(Power, Goal), power(Power, Base, Exponent) ), refuse_large_power(Base, Exponent)).

computes(_ is _).
computes(_ =:= _).
computes(_ =\= _).
computes(_ < _).
computes(_ > _).
computes(_ =< _).
computes(_ >= _).

power(Term, _, _) :- var(Term), !, fail.
power(Base ** Exponent, Base, Exponent).
power(Base ^ Exponent, Base, Exponent).
power(_ << Places, 2, Places).

refuse_large_power(Base, Exponent) :-
    (   ground(Base-Exponent),
        refuse_large_powers(Base-Exponent),
        catch(( B is abs(Base), E is abs(Exponent) ), _, fail),
        integer(B), integer(E),
        B > 1,
        E * msb(B) > 10 000 000
    ->  throw(error(evaluation_error(number_too_large), _))
    ;   true
    ).

% recorded(+Goal, -Recorded): a test of the current bindings is recorded before later goals bind its variables.
recorded(Goal, Recorded) :-
    (   tests_bindings(Goal)
    ->  copy_term(Goal, Recorded, _)
    ;   Recorded = Goal
    ).

tests_bindings(var(_)).
tests_bindings(nonvar(_)).
tests_bindings(_ == _).
tests_bindings(_ \== _).
tests_bindings(_ \= _).
tests_bindings(ground(_)).

% condition(+Goal, +Clause, -Nodes, ?Tail): proves a goal whose cuts are local.
condition(Goal, Clause, Nodes, Tail) :-
    prolog_current_choice(Cut),
    body(Goal, Cut, Clause, Nodes, Tail).

% The depth of a proof, undone on backtracking: each goal counts 1, a goal in the body of the first clause 1000.
count_step :-
    b_getval(steps, N0),
    N is N0 + 1,
    b_setval(steps, N).

count_root_goal :-
    b_getval(steps, N0),
    N is (N0 // 1000 + 1) * 1000,
    b_setval(steps, N).

% failed(+Goal, +Clause, +Within): records a failure if no deeper one is recorded; Within is the goal of the knowledge
% that fails with it, own(OwnGoal, ItsClause), for goals that are neither the knowledge's own nor facts of the game.
failed(Goal, Clause, Within) :-
    b_getval(steps, Steps),
    nb_getval(furthest, Furthest),
    (   Furthest = failed(Most, _, _, _),
        Most >= Steps
    ->  true
    ;   nb_setval(furthest, failed(Steps, Goal, Clause, Within))
    ).

% furthest(-Goal, -Clause, -Within): the deepest failure.
furthest(Goal, Clause, Within) :-
    nb_getval(furthest, failed(_, Goal, Clause, Within)).

% at(-Line, -Goal): the line and the head of the clause interpreted last.
at(Line, Goal) :-
    nb_getval(at, Clause),
    clause_line(Clause, Line),
    (   Clause \== none,
        catch(clause(Head, _, Clause), _, fail)
    ->  strip_module(Head, _, Plain),
        goal_text(Plain, Goal)
    ;   Goal = ""
    ).

% at_first(+Goal): makes the first clause of a goal the last place, before the goal is called as a whole.
at_first(Goal) :-
    (   clause(player:Goal, _, Clause)
    ->  nb_setval(at, Clause)
    ;   true
    ),
    !.

% subgoals_json(+Goal, +Clause, -Json): the goals that the last goal of a conjunction rests on, as JSON: subgoals that are
% the knowledge's own or facts of the game. The conjunction is proved in Clause.
subgoals_json(Goal, Clause, Json) :-
    b_setval(steps, 0),
    b_setval(nodes, 0),
    b_setval(root, none),
    b_setval(own, none),
    (   condition(Goal, Clause, Nodes, []),
        last(Nodes, node(_, _, Below))
    ->  findall(object([goal-Text, line-Line]), ( member(Node, Below), own_or_given(Node, Text, Line) ), Json)
    ;   Json = []
    ).

own_or_given(Node, Text, Line) :-
    node(Node, Kind, Goal, Clause, _),
    memberchk(Kind, ["rule", "given"]),
    clause_line(Clause, Line),
    goal_text(Goal, Text).

% proof_json(+Proof, -Json): a proof of at most 300 nodes and 40 levels as JSON.
proof_json(Proof, Json) :-
    nb_setval(nodes_left, 300),
    node_json(Proof, 40, Json).

node_json(Node, Levels, object([goal-Text, kind-Kind, line-Line, fact-Fact, because-Because])) :-
    nb_getval(nodes_left, Left0),
    Left is Left0 - 1,
    nb_setval(nodes_left, Left),
    node(Node, Kind, Goal, Clause, Nodes),
    clause_line(Clause, Line),
    goal_text(Goal, Text),
    (   Kind == "given", ground(Goal)
    ->  Goal =.. Parts,
        maplist(plain, Parts, Fact)
    ;   Fact = null
    ),
    Below is Levels - 1,
    nodes_json(Nodes, Below, Because).

nodes_json([], _, []).
nodes_json([Node|Nodes], Levels, Json) :-
    nb_getval(nodes_left, Left),
    (   ( Left =< 0 ; Levels =< 0 )
    ->  Json = [object([goal-"…", kind-"more", line-0, fact-null, because-[]])]
    ;   Json = [First|Rest],
        node_json(Node, Levels, First),
        nodes_json(Nodes, Levels, Rest)
    ).

node(node(Goal, Clause, Nodes), "rule", Goal, Clause, Nodes).
node(given(Goal), "given", Goal, none, []).
node(called(Goal), "called", Goal, none, []).
node(not(Goal), "not", Goal, none, []).

plain(Value, Value) :- number(Value), !.
plain(Value, Text) :- text(Value, Text).
