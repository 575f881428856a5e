:- module(stepper, [start_steps/2, end_steps/2, boxed/4, in_box/3, clause_place/5, part/4, argument_place/3, instrumented/3]).

/*  Records the execution of the meta-interpreter step by step, by the box model: a goal is called, exits, is redone, or
    fails; between these, a clause is unified with it, or a cut is reached.

    A place is where a goal stands: off if nothing is recorded, none if it is not known, or
    place(Term, Position, Names, Line, Head) with the term that was read, its position, and of its clause the variables
    by name, the line, and the characters of the head as Start-End.

    Only the steps of a window are recorded, the others are counted. They are kept in the recorded database, since
    facts would be lost with the snapshot in which knowledge runs.

    Global variables: `step` is the number of steps so far, `window` First-Last, `boxes` the number of boxes so far, `box`
    the box that is open: box(Number, Depth, Place).
*/

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(knowledge).
:- use_module(source_text).

:- meta_predicate boxed(+, +, +, 0).

% start_steps(+First, +Most): forgets all steps, and records so many after the first ones.
start_steps(First, Most) :-
    forall(recorded(step, _, Old), erase(Old)),
    Last is First + Most,
    nb_setval(window, First-Last),
    nb_setval(step, 0),
    nb_setval(boxes, 0),
    b_setval(box, box(0, 0, none)).

% end_steps(-Steps, -Count): the recorded steps as JSON, and the number of all steps.
end_steps(Steps, Count) :-
    findall(Step, recorded(step, Step), Steps),
    nb_getval(step, Count).

% boxed(+How, +Goal, +Place, :Call): Call, which proves Goal, with the steps of its box.
boxed(How, Goal, Place, Call) :-
    b_getval(box, Outer),
    Outer = box(Parent, Depth, _),
    nb_getval(boxes, Box0),
    Box is Box0 + 1,
    nb_setval(boxes, Box),
    Inside is Depth + 1,
    b_setval(box, box(Box, Inside, Place)),
    At = at(How, Place, Box, Parent, Depth),
    step(call, Goal, At),
    (   prolog_current_choice(Open),
        call(Call),
        prolog_current_choice(Left),
        b_setval(box, Outer),
        (   Open == Left                        % it has no other solution: nothing can be redone
        ->  prolog_choice_attribute(Open, parent, Before),
            prolog_cut_to(Before),
            step(exit, Goal, At)
        ;   (   step(exit, Goal, At)
            ;   step(redo, Goal, At),
                fail
            )
        )
    ;   step(fail, Goal, At),
        fail
    ).

% in_box(+Port, +Goal, +Place): a step inside the open box that has no box of its own: the head of a clause, or a cut.
in_box(_, _, off) :- !.
in_box(Port, Goal, Place) :-
    b_getval(box, box(Box, Depth, _)),
    step(Port, Goal, at(rule, Place, Box, Box, Depth)).

step(Port, Goal, At) :-
    nb_getval(step, Number0),
    Number is Number0 + 1,
    nb_setval(step, Number),
    nb_getval(window, First-Last),
    (   Number > First,
        Number =< Last
    ->  step_json(Port, Goal, At, Json),
        recordz(step, Json)
    ;   true
    ).

step_json(Port, Goal, at(How, Place, Box, Parent, Depth), Json) :-
    place_json(Port, Place, Names, Line, Start, End),
    shown(Goal, Shown),
    goal_text(Shown, Names, Text),
    findall([Name, Value], binding(Names, Name, Value), Bindings),
    Json = object([port-Port, how-How, goal-Text, depth-Depth, box-Box, parent-Parent, line-Line, start-Start, end-End,
                   bindings-Bindings]).

% shown(+Goal, -Shown): the predicates that SWI-Prolog makes of maplist/3 and of lambda expressions under their names.
shown(Goal, Shown) :-
    (   compound(Goal),
        compound_name_arguments(Goal, Name, Arguments),
        atom_concat('__aux_', Rest, Name)
    ->  (   sub_atom(Rest, Before, 1, _, '/'),
            sub_atom(Rest, 0, Before, _, Plain),
            sub_atom(Rest, Start, 1, _, '_'),
            Start > Before
        ->  From is Start + 1,
            sub_atom(Rest, From, _, 0, Closure0),
            ( sub_atom(Closure0, 0, _, _, '__aux_yall') -> Closure = lambda ; closure_name(Closure0, Closure) ),
            compound_name_arguments(Shown, Plain, [Closure|Arguments])
        ;   compound_name_arguments(Shown, lambda, Arguments)
        )
    ;   Shown = Goal
    ).

closure_name(Text, Name) :-
    (   sub_atom(Text, Before, 1, _, '+')
    ->  sub_atom(Text, 0, Before, _, Name)
    ;   Name = Text
    ).

binding(Names, Name, Text) :-
    member(Name=Value, Names),
    nonvar(Value),
    \+ sub_atom(Name, 0, _, _, '_'),
    goal_text(Value, Names, Text).

% place_json(+Port, +Place, -Names, -Line, -Start, -End): the line of the clause, and the characters of the goal.
place_json(unify, place(_, _, Names, Line, Start-End), Names, Line, Start, End) :- !.
place_json(_, place(_, Position, Names, Line, _), Names, Line, Start, End) :-
    !,
    span(Position, Start, End).
place_json(_, _, [], 0, 0, 0).

span(Position, Start, End) :-
    (   Position = Start-End
    ;   compound(Position), arg(1, Position, Start), arg(2, Position, End)
    ),
    integer(Start),
    !.
span(_, 0, 0).


                /*  Places  */

% clause_place(+Place, +Clause, +Head, +Body, -BodyPlace): the place of the body of a clause that is unified with the goal
% at a place. A clause that SWI-Prolog has made stands where its goal stands.
clause_place(off, _, _, _, off) :- !.
clause_place(Place, Clause, Head, Body, BodyPlace) :-
    clause_line(Clause, Line),
    (   nb_getval(window, _-Last),
        nb_getval(step, Number),
        Number =< Last,
        clause_read(Line, Term, Position, Names),
        read_clause(Term, Position, ReadHead, ReadBody, HeadPosition, BodyPosition),
        subsumes_term(ReadHead, Head)
    ->  ReadHead = Head,
        align(ReadBody, Body),
        span(HeadPosition, Start, End),
        unwrapped(BodyPosition, Plain),
        BodyPlace = place(ReadBody, Plain, Names, Line, Start-End)
    ;   Place = place(_, Position, _, _, _),
        span(Position, Start, End)
    ->  BodyPlace = place(0, Start-End, [], Line, Start-End)
    ;   BodyPlace = place(0, none, [], Line, 0-0)
    ).

read_clause((Head :- Body), term_position(_, _, _, _, [HeadPosition, BodyPosition]), Head, Body, HeadPosition,
            BodyPosition) :- !.
read_clause(Head, Position, Head, true, Position, none).

% align(+Read, +Body): unifies the variables of the text with those of the clause, as far as SWI-Prolog has left its goals
% as they were.
align(Read, Body) :-
    (   subsumes_term(Read, Body)
    ->  Read = Body
    ;   compound(Read),
        compound(Body),
        compound_name_arguments(Read, Name, Arguments),
        compound_name_arguments(Body, Name, Others),
        same_length(Arguments, Others)
    ->  maplist(align, Arguments, Others)
    ;   true
    ).

% part(+Place, +Goal, +Number, -Part): the place of an argument of the goal at a place. Where the text is another goal, the
% part has the place of the whole.
part(off, _, _, off) :- !.
part(Place, Goal, Number, Part) :-
    (   Place = place(Term, term_position(_, _, _, _, Positions), Names, Line, Span),
        compound(Term),
        functor(Goal, Name, _),
        functor(Term, Name, Arity),
        Number =< Arity
    ->  arg(Number, Term, Inner),
        nth1(Number, Positions, Position),
        unwrapped(Position, Plain),
        Part = place(Inner, Plain, Names, Line, Span)
    ;   Place = place(_, Position, Names, Line, Span)
    ->  Part = place(0, Position, Names, Line, Span)
    ;   Part = Place
    ).

% argument_place(+Place, +Number, -Part): the place of a goal in an argument of a meta-predicate, without its carets.
argument_place(Place, Number, Part) :-
    (   Place = place(Term, _, _, _, _)
    ->  part(Place, Term, Number, Inner),
        without_carets(Inner, Part)
    ;   Part = Place
    ).

without_carets(Place, Part) :-
    (   Place = place(Term, _, _, _, _),
        nonvar(Term),
        Term = _^_
    ->  part(Place, Term, 2, Inner),
        without_carets(Inner, Part)
    ;   Part = Place
    ).

unwrapped(parentheses_term_position(_, _, Inner), Position) :- !, unwrapped(Inner, Position).
unwrapped(Position, Position).


                /*  Goals in the arguments of built-in predicates  */

% instrumented(+Place, +Goal, -Called): a call of a meta-predicate of Prolog, whose goals the meta-interpreter proves.
instrumented(Place, Goal, Called) :-
    (   Place \== off,
        enters(Goal),
        predicate_property(player:Goal, meta_predicate(Spec))
    ->  Goal =.. [Name|Arguments],
        Spec =.. [_|Kinds],
        wrapped(Kinds, Arguments, 1, Wrapped),
        Called =.. [Name|Wrapped]
    ;   Called = Goal
    ).

enters(Goal) :-
    functor(Goal, Name, _),
    memberchk(Name, [findall, forall, aggregate_all, bagof, setof, maplist, foldl, include, exclude, partition, ignore,
                     not, call, catch, findnsols, convlist, >>]).

wrapped([], [], _, []).
wrapped([Kind|Kinds], [Argument|Arguments], Number, [Wrapped|Rest]) :-
    (   ( integer(Kind) ; Kind == (^) ),
        nonvar(Argument)
    ->  wrap(Argument, Number, Wrapped)
    ;   Wrapped = Argument
    ),
    Next is Number + 1,
    wrapped(Kinds, Arguments, Next, Rest).

wrap(Free^Goal, Number, Free^Wrapped) :-
    nonvar(Goal),
    !,
    wrap(Goal, Number, Wrapped).
wrap(Goal, Number, meta_interpreter:inside(Number, Goal)).
