:- module(engine, []).

/*  The service of a Prolog mind: one request a line, one answer a line, both JSON (see child/server.py).

    A request such as {"do": "choose", ...} is also a Prolog term and is read as one. Facts are lists,
    ["pit", "south", 3, 4]. An answer repeats the id of its request, which knowledge cannot read, so that its output is
    never taken for an answer. Next to the id is "done" with the answer, or "error" with an object that has a kind.
*/

:- dynamic incomplete/0, null_stream/1.
:- multifile user:message_hook/3.

% An error or a warning while this file is loaded: a check may be missing, so that the process must not serve.
user:message_hook(_, Level, _) :-
    memberchk(Level, [error, warning]),
    \+ current_predicate(engine:serving/0),
    assertz(engine:incomplete),
    fail.

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(random)).
:- use_module(json_writer).
:- use_module(knowledge).
:- use_module(meta_interpreter).
:- use_module(proof_check).
:- use_module(rejection_check).
:- use_module(source_text).
:- use_module(stepper).

serve :-
    ( incomplete -> halt(1) ; assertz(serving) ),
    forall(member(Stream, [user_input, user_output, user_error]), set_stream(Stream, encoding(utf8))),
    open_null_stream(Null),
    assertz(null_stream(Null)),
    reset,
    forall(member(Module, [allowed, engine, json_writer, knowledge, meta_interpreter, proof_check, rejection_check,
                           repeatable, source_text, stepper, syntax_place]),
           lock(Module)),
    repeat,
    read_string(user_input, "\n", "", End, Line),
    (   End == -1
    ->  !,
        halt
    ;   respond(Line),
        fail
    ).

% lock(+Module): protects the predicates of a module from files that are loaded later.
lock(Module) :-
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_)) ),
           '$set_predicate_attribute'(Module:Head, system, true)).

respond(Line) :-
    term_string({Question}, Line),
    argument_of(Question, "id", Id),
    set_output(user_error),             % the output of knowledge is kept apart from the answer
    (   catch(answer(Question, Answer), Error, fault(Error, Answer))
    ->  true
    ;   Answer = fault([kind-"no_answer"])
    ),
    flush_output(user_error),
    set_output(user_output),
    envelope(Answer, Envelope),
    write_json(object([id-Id, Envelope])),
    nl,
    flush_output.

envelope(fault(Pairs), error-object(Pairs)) :- !.
envelope(Pairs, done-object(Pairs)).

argument_of(Question, Name, Value) :-
    comma_member(Name:Value, Question),
    !.

comma_member(X, (A, B)) :- !, ( X = A ; comma_member(X, B) ).
comma_member(X, X).

answer(Question, Answer) :-
    argument_of(Question, "do", Do),
    answer(Do, Question, Answer).

answer("load", Question, [diagnostics-Diagnostics]) :-
    argument_of(Question, "name", NameText),
    argument_of(Question, "text", Text),
    argument_of(Question, "relations", Relations),
    forget,
    forall(member([Word, Arity], Relations), declare(Word, Arity)),
    atom_string(Name, NameText),
    load(Name, Text),
    findall(Line-(Kind-Of), diagnostic(Line, Kind, Of), Found),
    sort(Found, Sorted),
    findall(object([line-L, kind-K, text-T, more-M]),
            ( member(L-(K-Of), Sorted), ( Of = T-M -> true ; T = Of, M = "" ) ),
            Diagnostics).
answer("choose", Question, Answer) :-
    argument_of(Question, "facts", Facts),
    argument_of(Question, "moves", Texts),
    argument_of(Question, "random", Seed),
    argument_of(Question, "inferences", Limit),
    argument_of(Question, "about", About),
    replace_facts(Facts),
    maplist([Text, Move]>>atom_string(Move, Text), Texts, Moves),
    reset,
    solve_once(snapshot(engine:chosen(Moves, Chosen)), Seed, Limit, Result),
    print_no_more,
    (   Result == failed
    ->  no_solution(Answer)
    ;   Result == limit_exceeded
    ->  limit_exceeded(Answer)
    ;   Chosen = chosen(Move, _, _),
        \+ atomic(Move)
    ->  text(Move, Text),
        at(Line, Goal),
        Answer = fault([kind-"unbound_move", line-Line, goal-Goal, text-Text])
    ;   choice_answer(Chosen, Moves, About, Answer),
        commit(Moves, Seed, Limit)
    ).

answer("check", Question, Answer) :-
    argument_of(Question, "facts", Facts),
    argument_of(Question, "moves", Texts),
    argument_of(Question, "move", Move),
    argument_of(Question, "proof", Root),
    argument_of(Question, "line", Line),
    argument_of(Question, "rejected", Rejected),
    argument_of(Question, "inferences", Limit),
    replace_facts(Facts),
    maplist([Text, Legal]>>atom_string(Legal, Text), Texts, Moves),
    solve_once(check_proof(Root, Move, Moves, Defects), 0, Limit, Result),
    ( depends_on_more -> Certain = 0 ; Certain = 1 ),
    (   Result == found
    ->  ( Defects == [] -> wrong_rejections(Line, Rejected, Wrong) ; Wrong = [] ),
        clause_lines(Lines),
        Answer = [defects-Defects, wrong-Wrong, certain-Certain, lines-Lines]
    ;   Answer = fault([kind-"inference_limit", line-0, goal-"check"])
    ).

answer("step", Question, [steps-Steps, total-Total, move-Text, fault-Fault]) :-
    argument_of(Question, "facts", Facts),
    argument_of(Question, "moves", Texts),
    argument_of(Question, "random", Seed),
    argument_of(Question, "inferences", Limit0),
    argument_of(Question, "first", First),
    argument_of(Question, "most", Most),
    replace_facts(Facts),
    maplist([Move, Legal]>>atom_string(Legal, Move), Texts, Moves),
    reset,
    start_steps(First, Most),
    Limit is 4 * Limit0,                % it counts the inferences of the recording too
    catch(( solve_once(snapshot(engine:stepped(Moves, Chosen)), Seed, Limit, Result), outcome(Result, Fault0) ),
          Error, fault(Error, Fault0)),
    end_steps(Steps, Total),
    ( Fault0 = fault(Pairs) -> Fault = object(Pairs), Text = null ; Fault = null, text(Chosen, Text) ).

% print_no_more: what goals print when they are called again, to explain the choice, is dropped.
print_no_more :-
    null_stream(Null),
    set_output(Null).

outcome(found, none).
outcome(failed, Fault) :- no_solution(Fault).
outcome(limit_exceeded, Fault) :- limit_exceeded(Fault).

% solve_once(+Goal, +Seed, +Limit, -Result): calls a goal once within a limit of inferences. The limit also holds if the
% knowledge catches the exception that stops it.
solve_once(Goal, Seed, Limit, Result) :-
    set_random(seed(Seed)),
    statistics(inferences, Before),
    (   call_with_inference_limit(Goal, Limit, Ended)
    ->  statistics(inferences, After),
        ( ( Ended == inference_limit_exceeded ; After - Before > Limit ) -> Result = limit_exceeded ; Result = found )
    ;   Result = failed
    ).

% The choice and the questions about other moves ran in a snapshot of the knowledge's state. commit/3 repeats the choice
% outside of it, so that its changes of the state are kept.
commit(Moves, Seed, Limit) :-
    (   has_state
    ->  solve_once(engine:chosen(Moves, _), Seed, Limit, _)
    ;   true
    ).

no_solution(Answer) :-
    (   furthest(Goal, Clause, _)
    ->  goal_text(Goal, Text),
        clause_line(Clause, Line),
        ( Goal = legal(Move), integer(Move) -> Kind = "number_as_move" ; Kind = "no_solution" ),
        Answer = fault([kind-Kind, line-Line, goal-Text])
    ;   entry(better(_, _))
    ->  at(Line, _),
        Answer = fault([kind-"cyclic_preference", line-Line, goal-"better(Move, Other)"])
    ;   Answer = fault([kind-"no_solution", line-0, goal-"choose(Move)"])
    ).

limit_exceeded(fault([kind-"inference_limit", line-Line, goal-Goal])) :-
    at(Line, Goal).

% fault(+Error, -Fault): a run-time error of the knowledge, with its place.
fault(Error, fault([kind-"memory", line-Line, goal-Goal])) :-
    Error = error(resource_error(_), _),
    !,
    at(Line, Goal).
fault(Error, fault([kind-"error", line-Line, goal-Goal, text-Text])) :-
    at(Line, Goal),
    message_text(Error, Text).


                /*  Facts of the game  */

% replace_facts(+Facts): replaces the facts of the last position; answers of tabled predicates were derived from them.
replace_facts(Facts) :-
    abolish_all_tables,
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
    best(Moves, call, Best),
    findall(Proof, ( member(Other, Moves), Other \== Best, proved_once(better(Best, Other), Proof) ), Proofs).

% stepped(+Moves, -Move): the same choice, recorded step by step.
stepped(_, Move) :-
    entry(choose(_)),
    !,
    step_through(choose(Move)),
    !.
stepped(Moves, Move) :-
    best(Moves, meta_interpreter:step_through, Move).

% best(+Moves, +Prover, -Best): the first move that is unbeaten by better/2, which Prover proves.
best(Moves, Prover, Best) :-
    entry(better(_, _)),
    at_first(better(_, _)),
    Moves = [First|Rest],
    foldl(preferred(Prover), Rest, First, Candidate),
    (   unbeaten(Prover, Moves, Candidate)
    ->  Best = Candidate
    ;   member(Best, Moves),
        unbeaten(Prover, Moves, Best)
    ->  true
    ).

preferred(Prover, Move, Best, Better) :-
    (   \+ \+ is_better(Prover, Move, Best)
    ->  Better = Move
    ;   Better = Best
    ).

unbeaten(Prover, Moves, Move) :-
    \+ ( member(Other, Moves), Other \== Move, is_better(Prover, Other, Move) ).

is_better(call, Move, Other) :- !, call(player:better(Move, Other)).
is_better(Prover, Move, Other) :- call(Prover, better(Move, Other)).

proved_once(Goal, Proof) :-
    prove(Goal, Proof),
    !.

choice_answer(chosen(Given, By, Proof), Moves, About, [move-Text, by-By, proof-Json, others-Others]) :-
    text(Given, Text),
    atom_string(Move, Text),            % the number 3 stands for the move '3'
    proof_json(Proof, Json),
    (   By == "choose"
    ->  Proof = node(_, Against, _)
    ;   Against = Move
    ),
    nb_setval(inferences_left, 200 000),
    findall(Other, ( member(Rival, Moves), Rival \== Move, rejected_move(By, Against, About, Rival, Other) ), Others).

% rejected_move(+By, +Against, +About, +Move, -Json): why a move was not chosen, while there are inferences left to find
% out. The move that is asked about has inferences of its own.
rejected_move(By, Against, About, Move, object([move-Text, why-Why, goal-Goal, line-Line, within-Within, since-Since])) :-
    text(Move, Text),
    nb_getval(inferences_left, All),
    ( Text == About -> Left = 2 000 000 ; Left = All ),
    (   Left =< 0
    ->  Found = because("not_examined", "", none, [])
    ;   reset,
        statistics(inferences, Before),
        catch(limited_reason(By, Against, Move, Left, Found), _, Found = because("raises", "", none, [])),
        statistics(inferences, After),
        ( Text == About -> Rest = All ; Rest is All - (After - Before) ),
        nb_setval(inferences_left, Rest)
    ),
    !,
    Found = because(Why, Goal, Clause, Since),
    clause_line(Clause, Line),
    clause_predicate(Clause, Within).

limited_reason(By, Against, Move, Left, Found) :-
    call_with_inference_limit(snapshot(engine:reason(By, Against, Move, Found0)), Left, Result),
    !,
    ( Result == inference_limit_exceeded -> Found = because("not_examined", "", none, []) ; Found = Found0 ).

% reason(+By, +Against, +Move, -Found): by choose/1, the goal that fails for the move in the deciding clause; by
% better/2, the preference against the move.
reason("choose", Decider, Move, Found) :-
    (   prove_by(choose(Move), Decider, _)
    ->  Found = because("also", "", Decider, [])
    ;   furthest(Failed, Clause, Within)
    ->  failure(Failed, Clause, Within, Found)
    ;   Found = because("fails", "choose(Move)", none, [])
    ).
reason("better", Chosen, Move, Found) :-
    (   prove(better(Chosen, Move), node(_, Clause, _))
    ->  goal_text(better(Chosen, Move), Goal),
        subgoals_json(better(Chosen, Move), Clause, Since),
        Found = because("worse", Goal, Clause, Since)
    ;   Found = because("even", "", none, [])
    ).

% failure(+Failed, +Clause, +Within, -Found): a negation fails by a goal that holds, with what that rests on; a predicate
% of Prolog fails with the goal of the knowledge that calls it.
failure(\+ Holds, Clause, _, because("holds", Goal, Clause, Since)) :- !,
    goal_text(Holds, Goal),
    subgoals_json(Holds, Clause, Since).
failure(Failed, Clause, own(Own, Caller), because("fails", Goal, Caller, [object([goal-Detail, line-Line])])) :- !,
    goal_text(Own, Goal),
    goal_text(Failed, Detail),
    clause_line(Clause, Line).
failure(Failed, Clause, _, because("fails", Goal, Clause, [])) :-
    goal_text(Failed, Goal).

:- initialization(engine:serve, main).
