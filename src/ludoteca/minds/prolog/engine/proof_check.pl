:- module(proof_check, [check_proof/4, depends_on_more/0, clause_lines/1, goal_kind/2, says/2]).

/*  Checks a recorded proof against the knowledge and the facts of the game.

    It shares nothing with the meta-interpreter that made the proof. It goes through the clauses that the proof names,
    goal by goal and with the bindings that they had, and calls what the proof says was given, called or not provable.
    A goal is only called if a clause of the knowledge contains it: the text of a proof is compared, never called.

    A step of a proof is a list: the codes of its goal, "rule", "given", "called", "not" or "more", the line of its
    clause (0: none), and the steps below it. Steps are numbered in the order of the text. A defect is a list: the
    number of the step, its kind, and the goal it is about.

    Global variables: `reached` is the last step that could not be followed, `goals` the goals met so far, each with the
    text that the proof has for it. `cut` is true for a large proof, of which only the beginning was recorded.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(knowledge).
:- use_module(source_text).

% check_proof(+Root, +Move, +Moves, -Defects): what is wrong with the proof of a move, nothing or the first defect.
check_proof(Root, Move, Moves, Defects) :-
    numbered(Root, 1, _, Step),
    nb_setval(reached, defect(1, "no_proof", "")),
    (   sub_term(Part, Step), subsumes_term(step(_, _, _, "more", _, _), Part)
    ->  nb_setval(cut, true)
    ;   nb_setval(cut, false)
    ),
    (   snapshot(proof_check:proved(Step, Move, Moves))
    ->  Defects = []
    ;   nb_getval(reached, defect(Number, Kind, Text)),
        Defects = [[Number, Kind, Text]]
    ).

% numbered(+List, +Number, -Next, -Step): a step as a term, with its number and the term that its text stands for.
numbered([Codes, How, Line, Below], N0, N, step(N0, Text, Term, How, Line, Steps)) :-
    string_codes(Text, Codes),
    read_goal(Text, Term),
    N1 is N0 + 1,
    foldl([List, Step, A, B]>>numbered(List, A, B, Step), Below, Steps, N1, N).

% read_goal(+Text, -Term): goal(Goal), or unread for a text that was cut or is not a term.
read_goal(Text, Term) :-
    (   \+ ( member(Cut, ["…", "..."]), sub_string(Text, _, _, _, Cut) ),
        catch(term_string(Goal, Text, [module(player)]), _, fail)
    ->  Term = goal(Goal)
    ;   Term = unread
    ).

% depends_on_more: the knowledge keeps state from move to move or draws lots, so that a proof may not be found again.
depends_on_more :-
    has_state,
    !.
depends_on_more :-
    own_clause(Body, _),
    sub_term(Part, Body),
    callable(Part),
    functor(Part, Word, _),
    atom(Word),                         % tabling adds closures
    sub_atom(Word, _, _, _, random),
    !.

% clause_lines(-Lines): the lines on which the clauses of the knowledge begin.
clause_lines(Lines) :-
    findall(Line, ( own_clause(_, Clause), clause_line(Clause, Line) ), Lines).

own_clause(Body, Clause) :-
    current_predicate(player:Name/Arity),
    functor(Head, Name, Arity),
    predicate_property(player:Head, implementation_module(player)),
    clause(player:Head, Body, Clause).


                /*  The root  */

proved(Step, Move, _) :-
    entry(choose(_)),
    !,
    b_setval(goals, []),
    rule(Step, choose(Chosen)),
    Step = step(Number, _, _, _, _, _),
    (   atomic(Chosen), text(Chosen, Move)
    ->  true
    ;   failed(Number, "other_move", choose(Chosen))
    ),
    texts_fit,
    !,
    (   once(call(player:choose(First))), First == Chosen
    ->  true
    ;   failed(Number, "other_choice", choose(Chosen))
    ).
proved(step(1, Text, Term, "rule", 0, Steps), Move, Moves) :-
    atom_string(Best, Move),
    (   says(Text, Term, unbeaten(Best)) -> true ; failed(1, "other_move", unbeaten(Best)) ),
    (   member(Other, Moves), Other \== Best, call(player:better(Other, Best))
    ->  failed(1, "beaten", better(Other, Best))
    ;   true
    ),
    findall(better(Best, Worse), ( member(Worse, Moves), Worse \== Best, \+ \+ call(player:better(Best, Worse)) ), Beaten),
    preferences(Beaten, Steps, 1).

preferences([], [], _) :- !.
preferences([Goal|_], [], Before) :- !,
    failed(Before, "missing", Goal).
preferences(_, [step(_, _, _, "more", 0, [])], _) :- !.
preferences([], [Step|_], _) :- !,
    superfluous(Step).
preferences([Goal|Goals], [Step|Steps], _) :-
    b_setval(goals, []),
    Step = step(Number, _, _, _, _, _),
    rule(Step, Goal),
    texts_fit,
    !,
    preferences(Goals, Steps, Number).


                /*  Goals and steps  */

% rule(+Step, ?Goal): the step proves the goal by the clause it names; other proofs on backtracking.
rule(step(Number, Text, Term, How, Line, Steps), Goal) :-
    (   How == "rule" -> true ; failed(Number, "kind", Goal) ),
    copy_term(Goal, Asked),
    (   clause_at(Goal, Line, Clause)
    *-> true
    ;   failed(Number, "no_clause", Goal)
    ),
    (   decided_before(Clause, Asked, Earlier)
    ->  failed(Number, "earlier", Earlier)
    ;   true
    ),
    clause(player:Goal, Body, Clause),
    (   split_at_cut(Body, Before, After)
    ->  body(Before, Number, Steps, Rest),
        (   is_first(Asked, Clause, Goal, Before)
        ->  true
        ;   failed(Number, "not_first", Goal)
        ),
        body(After, Number, Rest, Left)
    ;   body(Body, Number, Steps, Left)
    ),
    ( Left = [Extra|_] -> superfluous(Extra) ; true ),
    fits(Number, Text, Term, Goal).

% clause_at(+Goal, +Line, -Clause): a clause for the goal that starts on a line of the knowledge.
clause_at(Goal, Line, Clause) :-
    Line > 0,
    clause(player:Goal, _, Clause),
    clause_line(Clause, Line).

% decided_before(+Clause, +Goal, -Earlier): a clause before this one proves the goal up to a cut.
decided_before(Clause, Goal, Goal) :-
    nth_clause(player:Goal, Place, Clause),
    nth_clause(player:Goal, Before, Other),
    ( Before >= Place -> !, fail ; true ),
    clause(player:Goal, Body, Other),
    split_at_cut(Body, Goals, _),
    call(player:Goals),
    !.

% split_at_cut(+Body, -Before, -After): the goals before and after the first cut of a body.
split_at_cut(Body, Before, After) :-
    comma_list(Body, Goals),
    append(First, [Cut|Rest], Goals),
    Cut == !,
    !,
    comma_list(Before, First),
    comma_list(After, Rest).

comma_list(Body, Goals) :-
    (   is_list(Goals)
    ->  ( Goals == [] -> Body = true ; foldr_comma(Goals, Body) )
    ;   nonvar(Body), Body = (A, B)
    ->  comma_list(A, As),
        comma_list(B, Bs),
        append(As, Bs, Goals)
    ;   Goals = [Body]
    ).

foldr_comma([Goal], Goal) :- !.
foldr_comma([Goal|Goals], (Goal, Rest)) :- foldr_comma(Goals, Rest).

% is_first(+Asked, +Clause, +Goal, +Before): the goals before a cut have the bindings of their first solution.
is_first(Asked, Clause, Goal, Before) :-
    clause(player:Asked, Body, Clause),
    split_at_cut(Body, Again, _),
    once(call(player:Again)),
    Asked-Again =@= Goal-Before.

% body(+Goal, +Number, +Steps, -Rest): steps prove a goal of the body of step Number, and others are left.
body(Goal, Number, _, _) :-
    var(Goal),
    !,
    failed(Number, "no_proof", Goal).
body(true, _, Steps, Steps) :- !.
body(!, _, Steps, Steps) :- !.
body(Goal, _, [step(_, _, _, "more", 0, [])], []) :- !,
    call(player:Goal).
body((A, B), Number, Steps, Rest) :- !,
    body(A, Number, Steps, Between),
    (   left_out(Between, Steps)
    ->  Rest = [],
        call(player:B)
    ;   body(B, Number, Between, Rest)
    ).
body((If -> Then ; Else), Number, Steps, Rest) :- !,
    (   \+ \+ call(player:If)
    ->  committed(If, Number, Steps, Between),
        body(Then, Number, Between, Rest)
    ;   body(Else, Number, Steps, Rest)
    ).
body((If *-> Then ; Else), Number, Steps, Rest) :- !,
    (   \+ \+ call(player:If)
    ->  body(If, Number, Steps, Between),
        body(Then, Number, Between, Rest)
    ;   body(Else, Number, Steps, Rest)
    ).
body((If -> Then), Number, Steps, Rest) :- !,
    committed(If, Number, Steps, Between),
    body(Then, Number, Between, Rest).
body((If *-> Then), Number, Steps, Rest) :- !,
    body((If, Then), Number, Steps, Rest).
body((A ; B), Number, Steps, Rest) :- !,
    (   body(A, Number, Steps, Rest)
    ;   body(B, Number, Steps, Rest)
    ).
body(player:Goal, Number, Steps, Rest) :- !,
    body(Goal, Number, Steps, Rest).
body(once(Goal), Number, Steps, Rest) :- !,
    committed(Goal, Number, Steps, Rest).
body(call(Goal), Number, Steps, Rest) :- !,
    body(Goal, Number, Steps, Rest).
body(Goal, Number, [], []) :- !,
    (   nb_getval(cut, true)
    ->  call(player:Goal)
    ;   failed(Number, "missing", Goal)
    ).
body(Goal, _, [Step|Rest], Rest) :-
    goal_kind(Goal, How),
    step(How, Step, Goal).

% left_out(+Steps, +Before): the steps of the goals that follow were left out of the proof.
left_out([], Steps) :-
    last(Steps, step(_, _, _, "more", _, _)).

% committed(+Goal, +Number, +Steps, -Rest): steps prove a goal with the bindings of its first solution.
committed(Goal, Number, Steps, Rest) :-
    copy_term(Goal, First),
    body(Goal, Number, Steps, Rest),
    (   once(call(player:First)), First =@= Goal
    ->  true
    ;   failed(Number, "not_first", Goal)
    ).

% goal_kind(+Goal, -How): how a goal is proved: by the knowledge, the game, Prolog, or negation.
goal_kind(\+ _, "not") :- !.
goal_kind(Goal, How) :-
    callable(Goal),
    Goal \= _:_,
    functor(Goal, Name, Arity),
    (   relation(Name, Arity)
    ->  How = "given"
    ;   predicate_property(player:Goal, defined),
        predicate_property(player:Goal, implementation_module(player)),
        \+ predicate_property(player:Goal, tabled)
    ->  How = "rule"
    ;   How = "called"
    ).

step("rule", Step, Goal) :- !,
    rule(Step, Goal).
step(How, step(Number, _, _, Other, _, _), Goal) :-
    How \== Other,
    !,
    failed(Number, "kind", Goal).
step(_, step(Number, _, _, _, Line, Below), Goal) :-
    ( Line =\= 0 ; Below \== [] ),
    !,
    failed(Number, "kind", Goal).
step("given", step(Number, Text, Term, _, _, _), Goal) :-
    (   call(game:Goal)
    *-> true
    ;   failed(Number, "fact", Goal)
    ),
    fits(Number, Text, Term, Goal).
step("not", step(Number, Text, Term, _, _, _), \+ Goal) :-
    fits_now(Number, Text, Term, Goal),
    (   \+ call(player:Goal)
    ->  true
    ;   failed(Number, "provable", Goal)
    ).
step("called", step(Number, Text, Term, _, _, _), Goal) :-
    ( tests_bindings(Goal) -> fits_now(Number, Text, Term, Goal) ; true ),
    (   call(player:Goal)
    *-> true
    ;   failed(Number, "fails", Goal)
    ),
    ( tests_bindings(Goal) -> true ; fits(Number, Text, Term, Goal) ).

% tests_bindings(+Goal): a goal that tells what is bound; a proof has it as it was called.
tests_bindings(Goal) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [var/1, nonvar/1, ground/1, (==)/2, (\==)/2, (\=)/2]).

superfluous(step(Number, Text, _, _, _, _)) :-
    reach(Number, "superfluous", Text),
    fail.


                /*  Texts  */

% fits(+Number, +Text, +Term, +Goal): the text of a step may be the goal's; at the end of the proof it must be.
fits(Number, Text, Term, Goal) :-
    (   Term = goal(Said), Said \= Goal
    ->  failed(Number, "other_goal", Goal)
    ;   b_getval(goals, Goals),
        b_setval(goals, [goal(Number, Text, Term, Goal)|Goals])
    ).

fits_now(Number, Text, Term, Goal) :-
    (   says(Text, Term, Goal)
    ->  true
    ;   failed(Number, "other_goal", Goal)
    ).

texts_fit :-
    b_getval(goals, Goals),
    reverse(Goals, InOrder),
    forall(member(goal(Number, Text, Term, Goal), InOrder), fits_now(Number, Text, Term, Goal)).

% says(+Text, +Goal): a text is that of a goal.
says(Text, Goal) :-
    read_goal(Text, Term),
    says(Text, Term, Goal).

% says(+Text, +Term, +Goal): a text is that of a goal; a long one may have been cut.
says(_, goal(Said), Goal) :-
    copy_term(Goal, Plain, _),
    Said =@= Plain,
    !.
says(Text, _, Goal) :-
    copy_term(Goal, Copy, _),
    numbervars(Copy, 0, _, [singletons(true)]),
    Options = [quoted(true), numbervars(true), max_depth(30), spacing(next_argument), portray(false), module(player)],
    format(string(Whole), "~W", [Copy, Options]),
    (   Text == Whole
    ;   sub_string(Text, Kept, 1, 0, "…"),
        Kept >= 199,
        sub_string(Text, 0, Kept, _, Start),
        sub_string(Whole, 0, Kept, _, Start)
    ),
    !.


                /*  Defects  */

% failed(+Number, +Kind, +Goal): fails, and records the defect of a step unless a later step was reached.
failed(Number, Kind, Goal) :-
    text(Goal, Text),
    reach(Number, Kind, Text),
    fail.

reach(Number, Kind, Text) :-
    nb_getval(reached, defect(Last, _, _)),
    (   Number >= Last
    ->  nb_setval(reached, defect(Number, Kind, Text))
    ;   true
    ).
