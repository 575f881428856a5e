:- module(engine, []).

/*  The service of a Prolog mind: one request a line, one answer a line, both JSON (see child/server.py).

    A question is read as the Prolog term it also is: {"do": "choose", ...}. Facts are lists, ["pit", "south", 3, 4].
    An answer repeats the id of its question, which knowledge never sees, so that nothing it prints can pass for an
    answer. With the id comes "done" and the answer, or "error" and an object whose kind says what went wrong.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(random)).
:- use_module(library(readutil)).
:- use_module(knowledge).
:- use_module(proving).
:- use_module(telling).

serve :-
    forall(member(Stream, [user_input, user_output, user_error]), set_stream(Stream, encoding(utf8))),
    begin,
    forall(member(Module, [engine, knowledge, proving, telling]), lock(Module)),
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !,
        halt
    ;   respond(Line),
        fail
    ).

% No file that is loaded later can put its own clauses in the place of ours.
lock(Module) :-
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_)) ),
           '$set_predicate_attribute'(Module:Head, system, true)).

respond(Line) :-
    term_string({Question}, Line),
    asked(Question, "id", Id),
    set_output(user_error),             % what knowledge prints is out of the way of the answer
    (   catch(answer(Question, Answer), Error, fault(Error, Answer))
    ->  true
    ;   Answer = fault([kind-"silent"])
    ),
    set_output(user_output),
    envelope(Answer, Envelope),
    write_json(object([id-Id, Envelope])),
    nl,
    flush_output.

envelope(fault(Pairs), error-object(Pairs)) :- !.
envelope(Pairs, done-object(Pairs)).

asked(Question, Name, Value) :-
    comma_member(Name:Value, Question),
    !.

comma_member(X, (A, B)) :- !, ( X = A ; comma_member(X, B) ).
comma_member(X, X).

answer(Question, Answer) :-
    asked(Question, "do", Do),
    answer(Do, Question, Answer).

answer("load", Question, [diagnostics-Diagnostics]) :-
    asked(Question, "name", NameText),
    asked(Question, "text", Text),
    asked(Question, "relations", Relations),
    forall(member([Word, Arity], Relations), declare(Word, Arity)),
    atom_string(Name, NameText),
    load(Name, Text),
    findall(Line-(Kind-Of), diagnostic(Line, Kind, Of), Found),
    sort(Found, Sorted),
    findall(object([line-L, kind-K, text-T]), member(L-(K-T), Sorted), Diagnostics).
answer("choose", Question, Answer) :-
    asked(Question, "facts", Facts),
    asked(Question, "moves", Texts),
    asked(Question, "random", Seed),
    asked(Question, "inferences", Limit),
    learn(Facts),
    maplist([Text, Move]>>atom_string(Move, Text), Texts, Moves),
    begin,
    asked_once(snapshot(engine:chosen(Moves, Chosen)), Seed, Limit, Result),
    (   Result == failed
    ->  nothing(Answer)
    ;   Result == endless
    ->  endless(Answer)
    ;   Chosen = chosen(Move, _, _),
        \+ atomic(Move)
    ->  text(Move, Text),
        at(Line, Goal),
        Answer = fault([kind-"no_move", line-Line, goal-Goal, text-Text])
    ;   told(Chosen, Moves, Answer),
        remember(Moves, Seed, Limit)
    ).

% Ask for one solution within a number of inferences, however often the knowledge may catch being stopped.
asked_once(Goal, Seed, Limit, Result) :-
    set_random(seed(Seed)),
    statistics(inferences, Before),
    (   call_with_inference_limit(Goal, Limit, Ended)
    ->  statistics(inferences, After),
        ( ( Ended == inference_limit_exceeded ; After - Before > Limit ) -> Result = endless ; Result = found )
    ;   Result = failed
    ).

% The choice was made on a copy of what the knowledge remembers, and so was every question about other moves: now it is
% made for good.
remember(Moves, Seed, Limit) :-
    (   remembers
    ->  asked_once(engine:chosen(Moves, _), Seed, Limit, _)
    ;   true
    ).

nothing(Answer) :-
    (   furthest(Goal, Clause)
    ->  text(Goal, Text),
        clause_line(Clause, Line),
        Answer = fault([kind-"no_solution", line-Line, goal-Text])
    ;   entry(better(_, _))
    ->  at(Line, _),
        Answer = fault([kind-"circle", line-Line, goal-"better(Move, Other)"])
    ;   Answer = fault([kind-"no_solution", line-0, goal-"choose(Move)"])
    ).

endless(fault([kind-"endless", line-Line, goal-Goal])) :-
    at(Line, Goal).

% What went wrong while knowledge was running, and where.
fault(Error, fault([kind-"memory", line-Line, goal-Goal])) :-
    Error = error(resource_error(_), _),
    !,
    at(Line, Goal).
fault(Error, fault([kind-"error", line-Line, goal-Goal, text-Text])) :-
    at(Line, Goal),
    message_text(Error, Text).


                /*  What the game tells  */

learn(Facts) :-
    forall(relation(Name, Arity), ( functor(Head, Name, Arity), retractall(game:Head) )),
    forall(member([Name|Args], Facts), ( fact(Name, Args, Fact), assertz(game:Fact) )).

fact(Name, Args, Fact) :-
    atom_string(Functor, Name),
    maplist(argument, Args, Values),
    Fact =.. [Functor|Values].

argument(Given, Value) :- string(Given), !, atom_string(Value, Given).
argument(Value, Value).


                /*  Choosing  */

chosen(_, chosen(Move, "choose", Proof)) :-
    entry(choose(_)),
    !,
    prove(choose(Move), Proof),
    !.
chosen(Moves, chosen(Best, "better", node(unbeaten(Best), none, Proofs))) :-
    entry(better(_, _)),
    at_first(better(_, _)),
    Moves = [First|Rest],
    foldl(preferred, Rest, First, Candidate),
    (   unbeaten(Moves, Candidate)
    ->  Best = Candidate
    ;   member(Best, Moves),
        unbeaten(Moves, Best)
    ->  true
    ),
    findall(Proof, ( member(Other, Moves), Other \== Best, proved_once(better(Best, Other), Proof) ), Proofs).

preferred(Move, Best, Better) :-
    (   \+ \+ call(player:better(Move, Best))
    ->  Better = Move
    ;   Better = Best
    ).

unbeaten(Moves, Move) :-
    \+ ( member(Other, Moves), Other \== Move, call(player:better(Other, Move)) ).

proved_once(Goal, Proof) :-
    prove(Goal, Proof),
    !.

told(chosen(Given, By, Proof), Moves, [move-Text, by-By, proof-Json, others-Others]) :-
    text(Given, Text),
    atom_string(Move, Text),            % 3 will do for '3'
    proof_json(Proof, Json),
    (   By == "choose"
    ->  Proof = node(_, Against, _)
    ;   Against = Move
    ),
    nb_setval(left, 200 000),
    findall(Other, ( member(Rival, Moves), Rival \== Move, other(By, Against, Rival, Other) ), Others).

% Why not another move: what fails, what was as good, or what the preference says; as far as there is time to ask.
other(By, Against, Move, object([move-Text, why-Why, goal-Goal, line-Line, within-Within])) :-
    text(Move, Text),
    nb_getval(left, Left),
    (   Left =< 0
    ->  Found = because("unasked", "", none)
    ;   begin,
        statistics(inferences, Before),
        catch(reasoned(By, Against, Move, Left, Found), _, Found = because("raises", "", none)),
        statistics(inferences, After),
        Spared is Left - (After - Before),
        nb_setval(left, Spared)
    ),
    !,
    Found = because(Why, Goal, Clause),
    clause_line(Clause, Line),
    clause_predicate(Clause, Within).

reasoned(By, Against, Move, Left, Found) :-
    call_with_inference_limit(snapshot(engine:reason(By, Against, Move, Found0)), Left, Result),
    !,
    ( Result == inference_limit_exceeded -> Found = because("unasked", "", none) ; Found = Found0 ).

% The clause that decided is asked about the other move: the goal that fails there is why.
reason("choose", Decider, Move, Found) :-
    (   prove_by(choose(Move), Decider, _)
    ->  Found = because("also", "", Decider)
    ;   furthest(Failed, Clause)
    ->  text(Failed, Goal),
        Found = because("fails", Goal, Clause)
    ;   Found = because("fails", "choose(Move)", none)
    ).
reason("better", Chosen, Move, Found) :-
    (   prove(better(Chosen, Move), node(_, Clause, _))
    ->  text(better(Chosen, Move), Goal),
        Found = because("worse", Goal, Clause)
    ;   Found = because("even", "", none)
    ).

:- initialization(engine:serve, main).
