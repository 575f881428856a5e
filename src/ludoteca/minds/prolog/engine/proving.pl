:- module(proving, [prove/2, prove_by/3, begin/0, at/2, at_first/1, furthest/2, proof_json/2]).

/*  Proving: the clauses of the knowledge are walked through, everything else is called.

    So the proof is the trace of the choice itself. A node is
        node(Goal, Clause, Nodes)  shown by a clause of the knowledge,
        given(Goal)                a fact of the game,
        called(Goal)               Prolog's own doing,
        not(Goal)                  because it cannot be shown.
*/

:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(telling).

% Nothing has been tried yet.
begin :-
    nb_setval(at, none),
    nb_setval(furthest, none).

% prove(+Goal, -Node): Goal follows, by Node; on backtracking, by the next.
prove(Goal, Node) :-
    prove_by(Goal, _, Node).

% The same, from one clause of the knowledge, if Clause is given.
prove_by(Goal, Clause, node(Goal, Clause, Nodes)) :-
    prolog_current_choice(Cut),
    b_setval(steps, 0),
    b_setval(root, none),
    own_clauses(Goal, Body, Clause),
    b_setval(root, Clause),
    body(Body, Cut, Clause, Nodes, []).

own_clauses(Goal, Body, Clause) :-
    (   \+ clause(player:Goal, _, Clause)
    ->  failed(Goal, none),
        fail
    ;   clause(player:Goal, Body, Clause),
        nb_setval(at, Clause)
    ).

% body(+Goal, +Cut, +Clause, -Nodes, ?Tail): Clause is the one whose body this is, Cut where its cuts lead back to.
body(Goal, _, _, _, _) :-
    var(Goal),
    !,
    instantiation_error(Goal).
body(true, _, _, Tail, Tail) :- !.
body((A, B), Cut, Clause, Nodes, Tail) :- !,
    body(A, Cut, Clause, Nodes, Rest),
    ( b_getval(root, Clause) -> leap ; true ),
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
body(\+ Goal, _, Clause, [not(Seen)|Tail], Tail) :- !,
    copy_term(Goal, Seen, _),           % as it was when it could not be shown
    nb_setval(at, Clause),
    (   call(player:Goal)               % with what it found, it tells more about its failing
    ->  failed(\+ Goal, Clause),
        fail
    ;   step
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
    home(Goal, Home),
    leaf(Home, Goal, Clause, Nodes, Tail).

% Where a goal is defined: by the game, by the knowledge, or elsewhere. What is tabled is Prolog's to work out.
home(Goal, Home) :-
    (   callable(Goal),
        \+ Goal = _:_,
        predicate_property(player:Goal, implementation_module(Module)),
        memberchk(Module, [game, player]),
        \+ predicate_property(player:Goal, tabled)
    ->  Home = Module
    ;   Home = elsewhere
    ).

leaf(game, Goal, Clause, [given(Goal)|Tail], Tail) :-
    (   call(game:Goal)
    *-> step
    ;   failed(Goal, Clause),
        fail
    ).
leaf(player, Goal, Clause, [node(Goal, Own, Nodes)|Tail], Tail) :-
    (   \+ clause(player:Goal, _)
    ->  failed(Goal, Clause),
        fail
    ;   prolog_current_choice(Cut),
        clause(player:Goal, Body, Own),
        nb_setval(at, Own),
        body(Body, Cut, Own, Nodes, [])
    ).
leaf(elsewhere, Goal, Clause, [called(Shown)|Tail], Tail) :-
    shown(Goal, Shown),
    nb_setval(at, Clause),
    (   call(player:Goal)
    *-> step
    ;   failed(Goal, Clause),
        fail
    ).

% Tests of what a variable is at that moment are told as they were.
shown(Goal, Shown) :-
    (   momentary(Goal)
    ->  copy_term(Goal, Shown, _)
    ;   Shown = Goal
    ).

momentary(var(_)).
momentary(nonvar(_)).
momentary(_ == _).
momentary(_ \== _).
momentary(_ \= _).
momentary(ground(_)).

condition(Goal, Clause, Nodes, Tail) :-
    prolog_current_choice(Cut),
    body(Goal, Cut, Clause, Nodes, Tail).

% How far a proof has come, undone on backtracking; a goal shown of the first clause itself counts for more than any
% number below.
step :-
    b_getval(steps, N0),
    N is N0 + 1,
    b_setval(steps, N).

leap :-
    b_getval(steps, N0),
    N is (N0 // 1000 + 1) * 1000,
    b_setval(steps, N).

% The goal that failed when the proof had come furthest.
failed(Goal, Clause) :-
    b_getval(steps, Steps),
    nb_getval(furthest, Furthest),
    (   Furthest = failed(Most, _, _),
        Most >= Steps
    ->  true
    ;   nb_setval(furthest, failed(Steps, Goal, Clause))
    ).

furthest(Goal, Clause) :-
    nb_getval(furthest, failed(_, Goal, Clause)).

% Where the knowledge was last seen, as a line and the head of its clause.
at(Line, Goal) :-
    nb_getval(at, Clause),
    clause_line(Clause, Line),
    (   Clause \== none,
        catch(clause(Head, _, Clause), _, fail)
    ->  strip_module(Head, _, Plain),
        text(Plain, Goal)
    ;   Goal = ""
    ).

% What is about to be called as a whole begins with its first clause.
at_first(Goal) :-
    (   clause(player:Goal, _, Clause)
    ->  nb_setval(at, Clause)
    ;   true
    ),
    !.

% A proof as data, not larger than anybody would read.
proof_json(Proof, Json) :-
    nb_setval(room, 300),
    node_json(Proof, Json).

node_json(Node, object([goal-Text, kind-Kind, line-Line, fact-Fact, because-Because])) :-
    nb_getval(room, Room0),
    Room is Room0 - 1,
    nb_setval(room, Room),
    node(Node, Kind, Goal, Clause, Nodes),
    clause_line(Clause, Line),
    text(Goal, Text),
    (   Kind == "given", ground(Goal)
    ->  Goal =.. Parts,
        maplist(plain, Parts, Fact)
    ;   Fact = null
    ),
    nodes_json(Nodes, Because).

nodes_json([], []).
nodes_json([Node|Nodes], Json) :-
    nb_getval(room, Room),
    (   Room =< 0
    ->  Json = [object([goal-"…", kind-"more", line-0, fact-null, because-[]])]
    ;   Json = [First|Rest],
        node_json(Node, First),
        nodes_json(Nodes, Rest)
    ).

node(node(Goal, Clause, Nodes), "rule", Goal, Clause, Nodes).
node(given(Goal), "given", Goal, none, []).
node(called(Goal), "called", Goal, none, []).
node(not(Goal), "not", Goal, none, []).

plain(Value, Value) :- number(Value), !.
plain(Value, Text) :- text(Value, Text).
