/*  The process a Prolog mind thinks in: one question a line, one answer a line, both JSON.

    Knowledge lives in the module `player`, or one of its own; what the game tells, in the module `game`.
    Knowledge is loaded in SWI-Prolog's sandbox, and every goal it can reach is checked before any is run:
    nothing that touches files, processes, the network or this program is among them.

    A question is read as the Prolog term it also is: {"do": "load", ...}. Facts are lists, ["pit", "south", 3, 4].
*/

:- module(engine, []).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(assoc)).
:- use_module(library(option)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(library(solution_sequences)).
:- use_module(library(ugraphs)).
:- use_module(library(prolog_code)).
:- use_module(library(random)).
:- use_module(library(readutil)).
:- use_module(library(sandbox)).
:- use_module(library(yall)).

:- dynamic relation/2, complaint/3, own_module/1, listening/0.

% The modules that knowledge lives in; they can see the game.
own_module(player).

:- multifile sandbox:safe_primitive/1, user:message_hook/3.

% Printing is safe here: it goes to standard error, of which only the end is kept.
sandbox:safe_primitive(system:nl).
sandbox:safe_primitive(system:print(_)).
sandbox:safe_primitive(system:tab(_)).
sandbox:safe_primitive(system:write(_)).
sandbox:safe_primitive(system:writeln(_)).
sandbox:safe_primitive(system:writeq(_)).

serve :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    set_stream(user_error, encoding(utf8)),
    forall(member(Name, [at, furthest, circle]), nb_setval(Name, none)),
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !, halt
    ;   respond(Line),
        fail
    ).

respond(Line) :-
    term_string({Question}, Line),
    set_output(user_error),             % what knowledge prints is out of the way of the answer
    (   catch(answer(Question, Answer), Error, fault(Error, Answer))
    ->  true
    ;   Answer = object([fault-"silent"])
    ),
    set_output(user_output),
    write_json(Answer),
    nl,
    flush_output.

asked(Question, Name, Value) :-
    comma_member(Name:Value, Question),
    !.

comma_member(X, (A, B)) :- !, ( X = A ; comma_member(X, B) ).
comma_member(X, X).

answer(Question, Answer) :-
    asked(Question, "do", Do),
    answer(Do, Question, Answer).

answer("load", Question, object([complaints-Complaints])) :-
    asked(Question, "name", NameText),
    atom_string(Name, NameText),
    asked(Question, "text", Text),
    asked(Question, "relations", Relations),
    forall(member([R, Arity], Relations), declare(R, Arity)),
    load(Name, Text),
    findall(Line-(Kind-Of), complaint(Line, Kind, Of), Found),
    sort(Found, Sorted),
    findall(object([line-L, kind-K, text-T]), member(L-(K-T), Sorted), Complaints).
answer("choose", Question, Answer) :-
    asked(Question, "facts", Facts),
    asked(Question, "moves", Moves0),
    asked(Question, "random", Seed),
    asked(Question, "inferences", Limit),
    set_random(seed(Seed)),
    learn(Facts),
    maplist([S, A]>>atom_string(A, S), Moves0, Moves),
    nb_setval(at, none),
    nb_setval(furthest, none),
    call_with_inference_limit(chosen(Moves, Chosen), Limit, Result),
    !,
    (   Result == inference_limit_exceeded
    ->  endless(Answer)
    ;   Chosen = chosen(Move, By, Proof),
        atomic(Move)
    ->  others(By, Move, Proof, Moves, Others),
        proof_json(Proof, Json),
        text(Move, MoveText),
        Answer = object([move-MoveText, by-By, proof-Json, others-Others])
    ;   Chosen = chosen(Move, _, _)
    ->  text(Move, MoveText),
        at(Line, Goal),
        Answer = object([fault-"no_move", line-Line, goal-Goal, text-MoveText])
    ).
answer("choose", _, Answer) :-          % nothing was chosen
    nb_getval(furthest, Furthest),
    (   Furthest = failed(_, Goal, Clause)
    ->  text(Goal, Text),
        clause_line(Clause, Line),
        Answer = object([fault-"no_solution", line-Line, goal-Text])
    ;   nb_getval(circle, Circle),
        Circle \== none
    ->  Answer = object([fault-"circle", line-0, goal-Circle])
    ;   Answer = object([fault-"no_solution", line-0, goal-"choose(Move)"])
    ).

endless(object([fault-"endless", line-Line, goal-Goal])) :-
    at(Line, Goal).

% What went wrong while knowledge was running, and where.
fault(inference_limit_exceeded, Answer) :- !,
    endless(Answer).
fault(error(resource_error(_), _), object([fault-"memory", line-Line, goal-Goal])) :- !,
    at(Line, Goal).
fault(Error, object([fault-"error", line-Line, goal-Goal, text-Text])) :-
    at(Line, Goal),
    message_text(Error, Text).

at(Line, Goal) :-
    nb_getval(at, Clause),
    (   Clause \== none,
        clause(Head, _, Clause),
        clause_property(Clause, line_count(Line))
    ->  strip_module(Head, _, Plain),
        text(Plain, Goal)
    ;   Line = 0,
        Goal = ""
    ).


                /*  What the game tells  */

declare(Name, Arity) :-
    atom_string(Functor, Name),
    assertz(relation(Functor, Arity)),
    dynamic(game:Functor/Arity).

learn(Facts) :-
    forall(relation(Name, Arity), ( functor(Head, Name, Arity), retractall(game:Head) )),
    forall(member([Name|Args], Facts), ( fact(Name, Args, Fact), assertz(game:Fact) )).

fact(Name, Args, Fact) :-
    atom_string(Functor, Name),
    maplist(argument, Args, Values),
    Fact =.. [Functor|Values].

argument(Given, Value) :- string(Given), !, atom_string(Value, Given).
argument(Value, Value).


                /*  Loading knowledge, and everything that can be wrong with it  */

load(Name, Text) :-
    read_through(Text),
    (   complaint(_, Kind, _), grave(Kind)
    ->  true
    ;   compile(Name, Text),
        forall(own_clause(Head, Body, Line), check_clause(Head, Body, Line))
    ),
    (   complaint(_, Kind, _), grave(Kind)
    ->  true
    ;   check_entry
    ).

% Everything but what SWI-Prolog itself calls a warning keeps knowledge from being used.
grave(Kind) :- \+ memberchk(Kind, ["warning", "singleton"]).

% First of all every term is read: for its syntax, and for what has no business in knowledge.
read_through(Text) :-
    setup_call_cleanup(open_string(Text, Stream), read_terms(Stream), close(Stream)).

read_terms(Stream) :-
    repeat,
    catch(read_term(Stream, Term,
                    [module(reading), term_position(Position), syntax_errors(error), variable_names(_)]),
          Error, true),
    (   nonvar(Error)
    ->  syntax_complaint(Error),
        fail
    ;   Term == end_of_file
    ->  !
    ;   stream_position_data(line_count, Position, Line),
        check_term(Term, Line),
        fail
    ).

syntax_complaint(error(syntax_error(Id), Where)) :- !,
    place(error(syntax_error(Id), Where), Line),
    functor(Id, Name, _),
    text(Name, Text),
    note(Line, "syntax", Text).
syntax_complaint(Error) :-
    message_text(Error, Text),
    note(0, "error", Text).

check_term(:- Directive, Line) :- !,
    (   harmless(Directive)
    ->  ( Directive = module(Module, _) -> assertz(own_module(Module)) ; true )
    ;   text(Directive, Text),
        note(Line, "directive", Text)
    ).
check_term(?- Directive, Line) :- !,
    text(Directive, Text),
    note(Line, "directive", Text).
check_term(Term, Line) :-
    head(Term, Head),
    nonvar(Head),
    (   Head = _:_ ; hook(Head) ),
    !,
    text(Head, Text),
    note(Line, "hook", Text).
check_term(_, _).

head((Head :- _), Head) :- !.
head((Head --> _), Head) :- !.
head(Head, Head).

harmless(Var) :- var(Var), !, fail.
harmless((A, B)) :- harmless(A), harmless(B).
harmless(dynamic(_)).
harmless(discontiguous(_)).
harmless(table(_)).
harmless(module(Module, _)) :- atom(Module), \+ current_module(Module).
harmless(use_module(library(Library))) :- library(Library).
harmless(use_module(library(Library), _)) :- library(Library).
harmless(ensure_loaded(library(Library))) :- library(Library).
harmless(set_prolog_flag(double_quotes, _)).
harmless(op(Priority, Type, Name)) :- catch(op(Priority, Type, reading:Name), _, fail).

library(aggregate).
library(apply).
library(assoc).
library(error).
library(lists).
library(option).
library(ordsets).
library(pairs).
library(random).
library(solution_sequences).
library(ugraphs).
library(yall).

% What Prolog would call by itself, sandbox or not.
hook(term_expansion(_, _)).
hook(term_expansion(_, _, _, _)).
hook(goal_expansion(_, _)).
hook(goal_expansion(_, _, _, _)).
hook(portray(_)).
hook(exception(_, _, _)).

compile(Name, Text) :-
    setup_call_cleanup(
        ( open_string(Text, Stream), set_stream(Stream, file_name(Name)), assertz(listening) ),
        catch(load_files(player:Name, [stream(Stream), sandboxed(true), silent(true)]),
              Error, complain(Error)),
        ( close(Stream), retractall(listening) )),
    forall(own_module(Module), add_import_module(Module, game, start)).

% Everything the knowledge file itself defines.
own_clause(Module:Head, Body, Line) :-
    own_module(Module),
    current_predicate(Module:Functor/Arity),
    functor(Head, Functor, Arity),
    \+ predicate_property(Module:Head, imported_from(_)),
    catch(clause(Module:Head, Body, Clause), _, fail),
    clause_property(Clause, line_count(Line)).

check_clause(_:Head, _, Line) :-
    functor(Head, Name, Arity),
    relation(Name, Arity),
    !,
    format(string(Text), "~w/~w", [Name, Arity]),
    note(Line, "game_word", Text).
check_clause(Module:_, Body, Line) :-
    forall(( called(Body, Module, Goal), \+ known(Goal) ), unknown(Goal, Line)).

known(Module:Goal) :-
    predicate_property(Module:Goal, visible),
    \+ ( predicate_property(Module:Goal, autoload(_)), \+ predicate_property(Module:Goal, defined) ).

unknown(_:Goal, Line) :-
    functor(Goal, Name, Arity),
    format(string(Text), "~w/~w", [Name, Arity]),
    note(Line, "unknown", Text).

% called(+Body, +Module, -Goal): on backtracking, every goal a body would call, through control and meta-predicates.
called(Goal, _, _) :- var(Goal), !, fail.
called(Module:Goal, _, Called) :- !, atom(Module), called(Goal, Module, Called).
called(Goal, Module, Called) :-
    (   Called = Module:Goal,
        \+ control(Goal)
    ;   callable(Goal),
        predicate_property(Module:Goal, meta_predicate(Spec)),
        arg(Number, Spec, Kind),
        arg(Number, Goal, Inner),
        closure(Kind, Inner, Whole),
        called(Whole, Module, Called)
    ).

control((_, _)).
control((_ ; _)).
control((_ -> _)).
control((_ *-> _)).
control(\+ _).

closure(_, Inner, _) :- var(Inner), !, fail.
closure(^, Inner, Goal) :- !, strip_carets(Inner, Goal).
closure(Extra, Inner, Goal) :-
    integer(Extra),
    callable(Inner),
    \+ lambda(Inner),
    length(More, Extra),
    strip_module(Inner, _, Plain),
    callable(Plain),
    Plain =.. List0,
    append(List0, More, List),
    Goal =.. List.

lambda(_ >> _).
lambda(_ / _).

strip_carets(Inner, Goal) :-
    nonvar(Inner), Inner = _ ^ Rest,
    !,
    strip_carets(Rest, Goal).
strip_carets(Goal, Goal) :- nonvar(Goal).

check_entry :-
    (   entry(Goal, Module)
    ->  catch(safe_goal(Module:Goal), Error, complain(Error))
    ;   note(0, "no_entry", "")
    ).

entry(choose(_), Module) :- defined(choose(_), Module), !.
entry(better(_, _), Module) :- defined(better(_, _), Module).

defined(Head, Module) :-
    predicate_property(player:Head, implementation_module(Module)),
    Module \== game,
    predicate_property(Module:Head, defined),
    !.

complain(error(permission_error(call, sandboxed, Culprit), sandbox(_, Parents))) :- !,
    (   member(Goal, [Culprit|Parents]),
        strip_module(Goal, _, Called),
        calling_line(Called, Line)
    ->  true
    ;   Called = Culprit,
        Line = 0
    ),
    pi_head(PI, Called),
    text(PI, Text),
    note(Line, "forbidden", Text).
complain(error(instantiation_error, sandbox(_, _))) :- !,
    (   own_clause(_, Body, Line), called(Body, player, _:Goal), Goal =.. [call, F|_], var(F)
    ->  text(Goal, Text)
    ;   Line = 0, Text = "call/N"
    ),
    note(Line, "unclear", Text).
complain(error(existence_error(procedure, _:Goal), sandbox(_, _))) :- !,
    pi_head(PI, Goal),
    text(PI, Text),
    (   calling_line(Goal, Line) -> true ; Line = 0 ),
    note(Line, "unknown", Text).
complain(Error) :-
    message_text(Error, Text),
    note(0, "error", Text).

calling_line(Goal, Line) :-
    functor(Goal, Name, Arity),
    functor(General, Name, Arity),
    own_clause(Module:_, Body, Line),
    called(Body, Module, _:General),
    !.

note(Line, Kind, Text) :-
    (   complaint(Line, Kind, Text)
    ->  true
    ;   assertz(complaint(Line, Kind, Text))
    ).

% What SWI-Prolog has to say while it loads is kept, with its line, instead of being printed.
user:message_hook(Term, Level, Lines) :-
    memberchk(Level, [error, warning]),
    engine:listening,
    !,
    engine:hear(Term, Level, Lines).

hear(Term, _, _) :-
    singletons(Term, Names),
    !,
    place(Term, Line),
    atomic_list_concat(Names, ', ', Text),
    note(Line, "singleton", Text).
hear(Term, Level, Lines) :-
    place(Term, Line),
    lines_text(Lines, Text),
    atom_string(Level, Kind),
    note(Line, Kind, Text).

singletons(singletons(_, Names), Names).
singletons(singletons(Names), Names).

place(error(_, stream(_, Line, _, _)), Line) :- integer(Line), !.
place(error(_, file(_, Line, _, _)), Line) :- integer(Line), !.
place(_, Line) :- source_location(_, Line), !.
place(_, 0).

lines_text(Lines, Text) :-
    with_output_to(string(Raw), print_message_lines(current_output, '', Lines)),
    split_string(Raw, "\n", " \t\r", Parts0),
    exclude(==(""), Parts0, Parts),
    atomic_list_concat(Parts, ' ', Joined),
    atom_string(Joined, Text).

message_text(Error, Text) :-
    (   catch('$messages':translate_message(Error, Lines, []), _, fail)
    ->  lines_text(Lines, Text)
    ;   text(Error, Text)
    ).


                /*  Choosing  */

chosen(_, chosen(Move, "choose", Proof)) :-
    entry(choose(_), Module),
    !,
    nb_setval(circle, none),
    prove(Module:choose(Move), Proof),
    !.
chosen(Moves, chosen(Best, "better", Proof)) :-
    nb_setval(circle, none),
    entry(better(_, _), Module),
    Moves = [First|Rest],
    foldl(preferred(Module), Rest, First, Candidate),
    (   unbeaten(Module, Moves, Candidate)
    ->  Best = Candidate
    ;   member(Best, Moves),
        unbeaten(Module, Moves, Best)
    ->  true
    ;   text(Candidate, Text),
        nb_setval(circle, Text),
        fail
    ),
    findall(P, ( member(Other, Moves), Other \== Best, prove_once(Module:better(Best, Other), P) ), Proofs),
    Proof = node(unbeaten(Best), none, Proofs).

preferred(Module, Move, Best, Better) :-
    (   \+ \+ call(Module:better(Move, Best))
    ->  Better = Move
    ;   Better = Best
    ).

unbeaten(Module, Moves, Move) :-
    \+ ( member(Other, Moves), Other \== Move, call(Module:better(Other, Move)) ).

prove_once(Goal, Proof) :-
    prove(Goal, Proof),
    !.

% Why not the others: what fails, what was as good, or what the preference says.
others(By, Move, Proof, Moves, Others) :-
    (   By == "choose" -> Proof = node(_, Against, _) ; Against = Move ),
    nb_setval(left, 200 000),
    findall(Json, ( member(Other, Moves), Other \== Move, other(By, Against, Other, Json) ), Others).

other(_, _, Other, object([move-Text, why-"unasked", goal-"", line-0, within-""])) :-
    nb_getval(left, Left),
    Left =< 0,
    !,
    text(Other, Text).
other(By, Against, Other, object([move-Text, why-Why, goal-Goal, line-Line, within-Within])) :-
    text(Other, Text),
    nb_getval(left, Left),
    nb_setval(furthest, none),
    statistics(inferences, Before),
    catch(call_with_inference_limit(snapshot(engine:reason(By, Against, Other, Found)), Left, Result),
          _, Found = because("raises", "", none)),
    !,
    (   Result == inference_limit_exceeded
    ->  Why = "unasked", Goal = "", Clause = none
    ;   Found = because(Why, Goal, Clause)
    ),
    clause_line(Clause, Line),
    clause_predicate(Clause, Within),
    statistics(inferences, After),
    Spared is Left - (After - Before),
    nb_setval(left, Spared).

% The clause that decided is asked about the other move: the goal that fails there is why.
reason("choose", Decider, Other, Found) :-
    entry(choose(_), Module),
    b_setval(steps, 0),
    b_setval(root, Decider),
    prolog_current_choice(Cut),
    (   clause(Module:choose(Other), Body, Decider),
        body(Body, Module, Cut, Decider, _, [])
    ->  Found = because("also", "", Decider)
    ;   nb_getval(furthest, failed(_, Failed, Clause))
    ->  text(Failed, Goal),
        Found = because("fails", Goal, Clause)
    ;   Found = because("fails", "choose(Move)", none)
    ).
reason("better", Move, Other, Found) :-
    entry(better(_, _), Module),
    (   prove(Module:better(Move, Other), node(_, Clause, _))
    ->  text(better(Move, Other), Goal),
        Found = because("worse", Goal, Clause)
    ;   Found = because("even", "", none)
    ).


                /*  Proving: what is the knowledge's own is walked through, everything else is called  */

% Nodes: node(Goal, Clause, Nodes) by a clause of the knowledge, given(Goal) by the game, called(Goal) by Prolog
% itself, not(Goal) because it cannot be shown.

prove(Module:Goal, node(Goal, Clause, Nodes)) :-
    prolog_current_choice(Cut),
    b_setval(root, none),
    b_setval(steps, 0),
    clauses(Module, Goal, Body, Clause),
    nb_setval(at, Clause),
    b_setval(root, Clause),
    body(Body, Module, Cut, Clause, Nodes, []).

own(Goal, Module, [node(Goal, Clause, Nodes)|Tail], Tail) :-
    prolog_current_choice(Cut),
    clauses(Module, Goal, Body, Clause),
    nb_setval(at, Clause),
    body(Body, Module, Cut, Clause, Nodes, []).

clauses(Module, Goal, Body, Clause) :-
    (   clause(Module:Goal, _, _)
    ->  clause(Module:Goal, Body, Clause)
    ;   failed(Goal, none),
        fail
    ).

body(Goal, _, _, _, _, _) :- var(Goal), !, instantiation_error(Goal).
body(true, _, _, _, Tail, Tail) :- !.
body((A, B), M, Cut, C, Nodes, Tail) :- !,
    body(A, M, Cut, C, Nodes, Rest),
    ( b_getval(root, C) -> leap ; true ),
    body(B, M, Cut, C, Rest, Tail).
body(!, _, Cut, _, Nodes, Nodes) :- !,
    prolog_cut_to(Cut).
body((If -> Then ; Else), M, Cut, C, Nodes, Tail) :- !,
    (   condition(If, M, C, Nodes, Rest)
    ->  body(Then, M, Cut, C, Rest, Tail)
    ;   body(Else, M, Cut, C, Nodes, Tail)
    ).
body((If *-> Then ; Else), M, Cut, C, Nodes, Tail) :- !,
    (   condition(If, M, C, Nodes, Rest)
    *-> body(Then, M, Cut, C, Rest, Tail)
    ;   body(Else, M, Cut, C, Nodes, Tail)
    ).
body((If -> Then), M, Cut, C, Nodes, Tail) :- !,
    (   condition(If, M, C, Nodes, Rest)
    ->  body(Then, M, Cut, C, Rest, Tail)
    ).
body((A ; B), M, Cut, C, Nodes, Tail) :- !,
    (   body(A, M, Cut, C, Nodes, Tail)
    ;   body(B, M, Cut, C, Nodes, Tail)
    ).
body(\+ Goal, M, _, C, [not(Goal)|Tail], Tail) :- !,
    (   call(M:Goal)                    % with what it found, it tells more about its failing
    ->  failed(\+ Goal, C),
        fail
    ;   step
    ).
body(Module:Goal, _, _, C, Nodes, Tail) :- !,
    prolog_current_choice(Cut),
    body(Goal, Module, Cut, C, Nodes, Tail).
body(once(Goal), M, _, C, Nodes, Tail) :- !,
    (   condition(Goal, M, C, Nodes, Tail) -> true ).
body(call(Goal), M, _, C, Nodes, Tail) :- !,
    condition(Goal, M, C, Nodes, Tail).
body(Goal, M, _, C, Nodes, Tail) :-
    predicate_property(M:Goal, implementation_module(Home)),
    !,
    leaf(Home, Goal, M, C, Nodes, Tail).
body(Goal, M, _, _, _, _) :-
    call(M:Goal).                       % says what is missing

leaf(game, Goal, _, C, [given(Goal)|Tail], Tail) :- !,
    (   call(game:Goal)
    *-> step
    ;   failed(Goal, C),
        fail
    ).
leaf(Home, Goal, _, C, Nodes, Tail) :-
    own_module(Home),
    !,
    (   clause(Home:Goal, _, _)
    ->  own(Goal, Home, Nodes, Tail)
    ;   failed(Goal, C),
        fail
    ).
leaf(_, Goal, M, C, [called(Goal)|Tail], Tail) :-
    (   call(M:Goal)
    *-> step
    ;   failed(Goal, C),
        fail
    ).

condition(Goal, M, C, Nodes, Tail) :-
    prolog_current_choice(Cut),
    body(Goal, M, Cut, C, Nodes, Tail).

% How far a proof has come, undone on backtracking; and the goal that failed when it had come furthest. A goal shown
% of the first clause itself counts for more than any number below.
leap :-
    b_getval(steps, N0),
    N is (N0 // 1000 + 1) * 1000,
    b_setval(steps, N).

step :-
    b_getval(steps, N0),
    N is N0 + 1,
    b_setval(steps, N).

failed(Goal, Clause) :-
    b_getval(steps, Steps),
    nb_getval(furthest, Furthest),
    (   Furthest = failed(Most, _, _),
        Most >= Steps
    ->  true
    ;   nb_setval(furthest, failed(Steps, Goal, Clause))
    ).

clause_line(Clause, Line) :-
    (   Clause \== none,
        clause_property(Clause, line_count(Line))
    ->  true
    ;   Line = 0
    ).


% The predicate a clause belongs to, as name/arity.
clause_predicate(none, "") :- !.
clause_predicate(Clause, Text) :-
    clause(Head, _, Clause),
    strip_module(Head, _, Plain),
    pi_head(PI, Plain),
    text(PI, Text).


                /*  Telling  */

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
    ->  Goal =.. [Name|Args],
        maplist(plain_argument, [Name|Args], Fact)
    ;   Fact = null
    ),
    nodes_json(Nodes, Because).

nodes_json([], []).
nodes_json([Node|Nodes], Json) :-
    nb_getval(room, Room),
    (   Room =< 0
    ->  Json = [object([goal-"…", kind-"cut", line-0, fact-null, because-[]])]
    ;   node_json(Node, First),
        Json = [First|Rest],
        nodes_json(Nodes, Rest)
    ).

node(node(Goal, Clause, Nodes), "rule", Goal, Clause, Nodes).
node(given(Goal), "given", Goal, none, []).
node(called(Goal), "called", Goal, none, []).
node(not(Goal), "not", Goal, none, []).

plain_argument(Value, Value) :- number(Value), !.
plain_argument(Value, Text) :- text_of(Value, Text).

text_of(Value, Text) :- atom(Value), !, atom_string(Value, Text).
text_of(Value, Text) :- text(Value, Text).

% A goal as people write it; no longer than a line or two.
text(Goal, Text) :-
    string(Goal), !, Text = Goal.
text(Goal, Text) :-
    atom(Goal), !, atom_string(Goal, Text).
text(Goal, Text) :-
    \+ \+ ( copy_term(Goal, Copy, _),
            numbervars(Copy, 0, _, [singletons(true)]),
            format(string(Long), "~W", [Copy, [quoted(true), numbervars(true), max_depth(30), spacing(next_argument), portray(false)]]),
            shortened(Long, Short),
            nb_setval(text, Short) ),
    nb_getval(text, Text).

shortened(Long, Short) :-
    string_length(Long, Length),
    (   Length =< 200
    ->  Short = Long
    ;   sub_string(Long, 0, 199, _, Start),
        string_concat(Start, "…", Short)
    ).

write_json(object(Pairs)) :- !,
    write('{'),
    write_pairs(Pairs),
    write('}').
write_json(List) :- is_list(List), !,
    write('['),
    write_items(List),
    write(']').
write_json(null) :- !, write(null).
write_json(Number) :- number(Number), !, write(Number).
write_json(Text) :-
    escaped(Text, Escaped),
    write('"'), write(Escaped), write('"').

write_pairs([]).
write_pairs([Name-Value|Pairs]) :-
    write_json(Name), write(':'), write_json(Value),
    ( Pairs == [] -> true ; write(',') ),
    write_pairs(Pairs).

write_items([]).
write_items([Item|Items]) :-
    write_json(Item),
    ( Items == [] -> true ; write(',') ),
    write_items(Items).

escaped(Text, Escaped) :-
    replaced("\\", "\\\\", Text, A),
    replaced("\"", "\\\"", A, B),
    string_codes(B, Codes),
    (   member(Code, Codes), Code < 32
    ->  maplist([X, Y]>>( X < 32 -> Y = 0'\s ; Y = X ), Codes, Clean),
        string_codes(Escaped, Clean)
    ;   Escaped = B
    ).

replaced(What, With, Text, Result) :-
    atomic_list_concat(Parts, What, Text),
    (   Parts = [_]
    ->  Result = Text
    ;   atomic_list_concat(Parts, With, Result)
    ).

:- initialization(engine:serve, main).
