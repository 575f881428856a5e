:- module(knowledge, [declare/2, relation/2, load/2, diagnostic/3, entry/1, remembers/0]).

/*  Knowledge, loaded into the module `player`, and everything that can be wrong with it.

    It is read term by term, then loaded in SWI-Prolog's sandbox, in which no goal of its own is run; then every goal it
    can reach is checked. What slips through all of that finds itself in a process that can open nothing (`Child.seal`).
*/

:- use_module(library(lists)).
:- use_module(library(prolog_code)).
:- use_module(library(sandbox)).
:- use_module(telling).
:- dynamic relation/2, diagnostic/3, listening/0, clause_read/3, source/1.
:- multifile sandbox:safe_primitive/1, user:message_hook/3.

% Printing is safe here: it goes to standard error, of which only the end is kept.
sandbox:safe_primitive(system:nl).
sandbox:safe_primitive(system:print(_)).
sandbox:safe_primitive(system:tab(_)).
sandbox:safe_primitive(system:write(_)).
sandbox:safe_primitive(system:writeln(_)).
sandbox:safe_primitive(system:writeq(_)).

% A word of the game.
declare(Name, Arity) :-
    atom_string(Functor, Name),
    assertz(relation(Functor, Arity)),
    dynamic(game:Functor/Arity).

load(Name, Text) :-
    assertz(source(Text)),
    read_through(Text),
    ( grave -> true ; compile(Name, Text), check_clauses ),
    ( grave -> true ; check_entry ).

% Warnings do not keep knowledge from being used; anything else does.
grave :-
    diagnostic(_, Kind, _),
    \+ memberchk(Kind, ["warning", "singleton"]),
    !.

note(Line, Kind, Text) :-
    (   diagnostic(Line, Kind, Text)
    ->  true
    ;   assertz(diagnostic(Line, Kind, Text))
    ).


                /*  Reading: syntax, and what has no business in knowledge  */

read_through(Text) :-
    setup_call_cleanup(open_string(Text, Stream), read_terms(Stream), close(Stream)).

read_terms(Stream) :-
    repeat,
    catch(read_term(Stream, Term,
                    [module(reading), term_position(Position), subterm_positions(Places), syntax_errors(error)]),
          Error, true),
    (   nonvar(Error)
    ->  syntax_diagnostic(Error),
        fail
    ;   Term == end_of_file
    ->  !
    ;   stream_position_data(line_count, Position, Line),
        assertz(clause_read(Line, Term, Places)),
        check_term(Term, Line),
        fail
    ).

% goal_line(+ClauseLine, +Goal, -Line): the line on which the clause mentions the goal's predicate.
goal_line(ClauseLine, Goal, Line) :-
    functor(Goal, Name, Arity),
    (   clause_read(ClauseLine, Term, Places),
        mention(Term, Places, Name, Arity, Start)
    ->  source(Text),
        sub_string(Text, 0, Start, _, Before),
        split_string(Before, "\n", "", Lines),
        length(Lines, Line)
    ;   Line = ClauseLine
    ).

mention(Term, term_position(Start, _, _, _, _), Name, Arity, Start) :-
    callable(Term), functor(Term, Name, Arity).
mention(Name, Start-_, Name, 0, Start).
mention(Name, Start-_, Name, _, Start).        % a closure, without the arguments it will get
mention(Term, parentheses_term_position(_, _, Places), Name, Arity, Start) :-
    mention(Term, Places, Name, Arity, Start).
mention(Term, term_position(_, _, _, _, Places), Name, Arity, Start) :-
    compound(Term),
    nth1(Number, Places, Place),
    arg(Number, Term, Inner),
    nonvar(Inner),
    mention(Inner, Place, Name, Arity, Start).
mention(List, list_position(_, _, Places, _), Name, Arity, Start) :-
    nth1(Number, Places, Place),
    nth1(Number, List, Inner),
    nonvar(Inner),
    mention(Inner, Place, Name, Arity, Start).

syntax_diagnostic(Error) :-
    Error = error(syntax_error(Id), _),
    !,
    place(Error, Line),
    functor(Id, Name, _),
    text(Name, Text),
    note(Line, "syntax", Text).
syntax_diagnostic(Error) :-
    message_text(Error, Text),
    note(0, "error", Text).

check_term(Term, Line) :-
    (   directive(Term, Directive)
    ->  ( harmless(Directive) -> true ; refuse(Line, "directive", Directive) )
    ;   forbidden_term(Term, What)
    ->  refuse(Line, "hook", What)
    ;   true
    ).

refuse(Line, Kind, Term) :-
    text(Term, Text),
    note(Line, Kind, Text).

directive(:- Directive, Directive).
directive(?- Directive, Directive).

harmless(Directive) :-
    var(Directive),
    !,
    fail.
harmless((A, B)) :-
    harmless(A),
    harmless(B).
harmless(dynamic(Spec)) :- indicators(Spec).
harmless(discontiguous(Spec)) :- indicators(Spec).
harmless(table(Spec)) :- indicators(Spec).
harmless(use_module(library(Library))) :- library(Library).
harmless(use_module(library(Library), _)) :- library(Library).
harmless(ensure_loaded(library(Library))) :- library(Library).
harmless(set_prolog_flag(double_quotes, Value)) :- atom(Value).
harmless(op(Priority, Type, Name)) :-
    atom(Name),
    catch(op(Priority, Type, reading:Name), _, fail).

indicators(Spec) :- var(Spec), !, fail.
indicators((A, B)) :- !, indicators(A), indicators(B).
indicators([]) :- !.
indicators([A|B]) :- !, indicators(A), indicators(B).
indicators(Name/Arity) :- atom(Name), integer(Arity).

% What knowledge may use without asking.
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

:- forall(library(Library), user:use_module(library(Library))).

% Clauses for other modules, for hooks that Prolog would call by itself, and of another kind than Head :- Body.
forbidden_term(Term, Term) :-
    ( var(Term) ; Term = (_ => _) ; Term = (_ := _) ),
    !.
forbidden_term(Term, Head) :-
    head(Term, Head),
    ( var(Head) ; Head = _:_ ; hook(Head) ).

head((Head :- _), Head) :- !.
head((Left --> _), Head) :- !, ( nonvar(Left), Left = (Head, _) -> true ; Head = Left ).
head(Head, Head).

hook(term_expansion(_, _)).
hook(term_expansion(_, _, _, _)).
hook(goal_expansion(_, _)).
hook(goal_expansion(_, _, _, _)).
hook(portray(_)).
hook(exception(_, _, _)).


                /*  Loading  */

compile(Name, Text) :-
    setup_call_cleanup(
        ( open_string(Text, Stream), set_stream(Stream, file_name(Name)), assertz(listening) ),
        catch(load_files(player:Name, [stream(Stream), sandboxed(true), silent(true)]), Error, complain(Error)),
        ( close(Stream), retractall(listening) )),
    add_import_module(player, game, start).

% What SWI-Prolog has to say while it loads is kept, with its line; what anybody wants to print otherwise, is not.
user:message_hook(Term, Level, Lines) :-
    (   knowledge:listening,
        memberchk(Level, [error, warning])
    ->  knowledge:hear(Term, Level, Lines)
    ;   true
    ).

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


                /*  Checking every goal of every clause  */

check_clauses :-
    forall(own_clause(Head, Body, Line), check_clause(Head, Body, Line)).

own_clause(Head, Body, Line) :-
    current_predicate(player:Functor/Arity),
    functor(Head, Functor, Arity),
    \+ predicate_property(player:Head, imported_from(_)),
    catch(clause(player:Head, Body, Clause), _, fail),
    clause_property(Clause, line_count(Line)).

check_clause(Head, _, Line) :-
    game_word(Head, Line),
    !.
check_clause(_, Body, Line) :-
    forall(called(Body, player, Module:Goal), check_goal(Module, Goal, Line)).

check_goal(_, Goal, Line) :-
    changes(Goal, Head),
    nonvar(Head),
    game_word(Head, Line),
    !.
check_goal(_, Goal, Line) :-
    unwanted(Goal),
    !,
    complain_of(Line, "forbidden", Goal).
check_goal(Module, Goal, _) :-
    known(Module, Goal),
    !.
check_goal(_, Goal, Line) :-
    complain_of(Line, "unknown", Goal).

% The game's own words are not to be defined or changed.
game_word(Head, Line) :-
    callable(Head),
    functor(Head, Name, Arity),
    relation(Name, Arity),
    complain_of(Line, "game_word", Head).

changes(Goal, Head) :-
    Goal =.. [Name, Clause],
    memberchk(Name, [assert, asserta, assertz, retract, retractall]),
    ( nonvar(Clause), Clause = (Head :- _) -> true ; Head = Clause ).

% Safe for others, but not here: what says more than it seems to, waits, or depends on more than the game and its seed.
unwanted(print_message(_, _)).
unwanted(message_to_string(_, _)).
unwanted(sleep(_)).
unwanted(get_time(_)).
unwanted(statistics(_, _)).
unwanted(set_random(_)).

known(Module, Goal) :-
    predicate_property(Module:Goal, visible),
    \+ ( predicate_property(Module:Goal, autoload(_)), \+ predicate_property(Module:Goal, defined) ).

complain_of(ClauseLine, Kind, Goal) :-
    pi_head(PI, Goal),
    text(PI, Text),
    goal_line(ClauseLine, Goal, Line),
    note(Line, Kind, Text).

% called(+Body, +Module, -Goal): on backtracking, every goal a body would call, through control and meta-predicates.
called(Goal, _, _) :-
    var(Goal),
    !,
    fail.
called(Module:Goal, _, Called) :-
    !,
    atom(Module),
    called(Goal, Module, Called).
called(Goal, Module, Called) :-
    (   callable(Goal),
        Called = Module:Goal,
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

closure(_, Inner, _) :-
    var(Inner),
    !,
    fail.
closure(^, Inner, Goal) :-
    !,
    strip_carets(Inner, Goal).
closure(Extra, Inner, Goal) :-
    integer(Extra),
    strip_module(Inner, _, Plain),
    callable(Plain),
    \+ lambda(Plain),
    length(More, Extra),
    Plain =.. List0,
    append(List0, More, List),
    Goal =.. List.

lambda(_ >> _).
lambda(_ / _).

strip_carets(Inner, Goal) :-
    nonvar(Inner),
    (   Inner = _ ^ Rest
    ->  strip_carets(Rest, Goal)
    ;   Goal = Inner
    ).

% entry(-Goal): what the knowledge defines of the two things it may.
entry(choose(_)) :- defined(choose(_)), !.
entry(better(_, _)) :- defined(better(_, _)).

defined(Head) :-
    predicate_property(player:Head, implementation_module(player)),
    predicate_property(player:Head, defined),
    !.

% Whether it may keep anything from move to move.
remembers :-
    current_predicate(player:Name/Arity),
    functor(Head, Name, Arity),
    predicate_property(player:Head, implementation_module(player)),
    predicate_property(player:Head, dynamic),
    !.

check_entry :-
    (   entry(Goal)
    ->  catch(safe_goal(player:Goal), Error, complain(Error))
    ;   member(Name, [choose, better]),
        current_predicate(player:Name/Arity)
    ->  format(string(Text), "~w/~w", [Name, Arity]),
        note(0, "other_entry", Text)
    ;   note(0, "no_entry", "")
    ).

complain(error(permission_error(call, sandboxed, Culprit), sandbox(_, Parents))) :-
    !,
    (   member(Goal, [Culprit|Parents]),
        strip_module(Goal, _, Called),
        calling_line(Called, Line)
    ->  true
    ;   strip_module(Culprit, _, Called),
        Line = 0
    ),
    complain_of(Line, "forbidden", Called).
complain(error(instantiation_error, sandbox(_, _))) :-
    !,
    (   own_clause(_, Body, Line), called(Body, player, _:Goal), Goal =.. [call, F|_], var(F)
    ->  text(Goal, Text)
    ;   Line = 0, Text = "call/N"
    ),
    note(Line, "unclear", Text).
complain(error(existence_error(procedure, _:Goal), sandbox(_, _))) :-
    !,
    ( calling_line(Goal, Line) -> true ; Line = 0 ),
    complain_of(Line, "unknown", Goal).
complain(Error) :-
    message_text(Error, Text),
    note(0, "error", Text).

calling_line(Goal, Line) :-
    functor(Goal, Name, Arity),
    functor(General, Name, Arity),
    own_clause(_, Body, Line),
    called(Body, player, _:General),
    !.
