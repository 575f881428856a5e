:- module(knowledge, [forget/0, declare/2, relation/2, load/2, diagnostic/3, entry/1, has_state/0, clause_read/4]).

/*  Loads knowledge into the module `player` and checks it.

    The text is read term by term, then loaded in SWI-Prolog's sandbox, which runs none of its goals; then each goal
    that can be called is checked. As a last defence, the process itself is confined (docs/security.md).
*/

:- use_module(library(lists)).
:- use_module(library(prolog_code)).
:- use_module(library(sandbox)).
:- use_module(allowed).
:- use_module(repeatable).
:- use_module(source_text).
:- use_module(syntax_place).
:- dynamic relation/2, diagnostic/3, is_loading/0, clause_read/4, source/2, left_out/2.
:- multifile user:message_hook/3.

% forget: forgets the knowledge and the relations of the last load, if there was one; replaced predicates stay replaced.
forget :-
    forall(retract(source(Name, _)), unload_file(Name)),
    forall(own_predicate(player, Functor/Arity), abolish(player:Functor/Arity)),
    forall(retract(relation(Functor, Arity)), abolish(game:Functor/Arity)),
    retractall(diagnostic(_, _, _)),
    retractall(clause_read(_, _, _, _)),
    retractall(left_out(_, _)),
    ( current_module(reading) -> '$destroy_module'(reading) ; true ),
    set_module(reading:class(temporary)).       % it holds the operators that the text declares

own_predicate(Module, Functor/Arity) :-
    current_predicate(Module:Functor/Arity),
    functor(Head, Functor, Arity),
    \+ predicate_property(Module:Head, imported_from(_)).

% declare(+Name, +Arity): declares a relation of the game.
declare(Name, Arity) :-
    atom_string(Functor, Name),
    assertz(relation(Functor, Arity)),
    dynamic(game:Functor/Arity).

% load(+Name, +Text): reads, compiles and checks the text; what is wrong is in diagnostic/3.
load(Name, Text) :-
    assertz(source(Name, Text)),
    read_through(Text),
    ( has_errors -> true ; replace_builtins, compile(Name, Text), check_clauses ),
    ( has_errors -> true ; check_entry ).

% replace_builtins: gives knowledge our versions of built-in predicates, unless it defines a predicate of that name.
replace_builtins :-
    forall(( replacement(Head), functor(Head, Name, Arity), \+ defines(Name, Arity) ),
           ( redefine_system_predicate(player:Head), player:import(repeatable:Name/Arity) )).

defines(Name, Arity) :-
    clause_read(_, Term, _, _),
    (   directive(Term, Directive)
    ->  sub_indicator(Directive, Name/Arity)
    ;   head(Term, Head),
        functor(Head, Name, Arity0),
        ( Term = (_ --> _) -> Arity is Arity0 + 2 ; Arity = Arity0 )
    ),
    !.

sub_indicator(Name/Arity, Name/Arity) :- !.
sub_indicator(Term, Indicator) :-
    compound(Term),
    arg(_, Term, Inner),
    nonvar(Inner),
    sub_indicator(Inner, Indicator).

% has_errors: there is a diagnostic that is not a warning.
has_errors :-
    diagnostic(_, Kind, _),
    \+ memberchk(Kind, ["warning", "singleton"]),
    !.

add_diagnostic(Line, Kind, Text) :-
    (   diagnostic(Line, Kind, Text)
    ->  true
    ;   assertz(diagnostic(Line, Kind, Text))
    ).


                /*  Reading: syntax errors, directives and clauses that are not allowed  */

read_through(Text) :-
    setup_call_cleanup(open_string(Text, Stream), read_terms(Stream), close(Stream)).

read_terms(Stream) :-
    repeat,
    character_count(Stream, Start),
    catch(read_term(Stream, Term,
                    [module(reading), term_position(Position), subterm_positions(Places), variable_names(Names),
                     syntax_errors(error)]),
          Error, true),
    character_count(Stream, End),
    (   nonvar(Error)
    ->  syntax_diagnostic(Error, Start-End),
        fail
    ;   Term == end_of_file
    ->  !
    ;   stream_position_data(line_count, Position, Line),
        assertz(clause_read(Line, Term, Places, Names)),
        ( module_directive(Term) -> assertz(left_out(Start, End)) ; check_term(Term, Line) ),
        fail
    ).

character_count(Stream, Count) :-
    stream_property(Stream, position(Position)),
    stream_position_data(char_count, Position, Count).

% module_directive(+Term): the text says that it is a module, which makes no difference here: it is left out.
module_directive((:- module(Name, Exports))) :-
    atom(Name),
    is_list(Exports),
    \+ clause_read_before,
    forall(member(Export, Exports), ( nonvar(Export), indicators(Export) )).

clause_read_before :-
    clause_read(_, First, _, _),
    First \= (:- module(_, _)),
    !.

% goal_line(+ClauseLine, +Goal, -Line): the line on which the clause mentions the goal's predicate.
goal_line(ClauseLine, Goal, Line) :-
    functor(Goal, Name, Arity),
    (   clause_read(ClauseLine, Term, Places, _),
        mention(Term, Places, Name, Arity, Start)
    ->  source(_, Text),
        sub_string(Text, 0, Start, _, Before),
        split_string(Before, "\n", "", Lines),
        length(Lines, Line)
    ;   Line = ClauseLine
    ).

mention(Term, term_position(Start, _, _, _, _), Name, Arity, Start) :-
    callable(Term), functor(Term, Name, Arity).
mention(Name, Start-_, Name, 0, Start).
mention(Name, Start-_, Name, _, Start).        % a closure, without its last arguments
mention(Term, parentheses_term_position(_, _, Places), Name, Arity, Start) :-
    mention(Term, Places, Name, Arity, Start).
mention({Inner}, brace_term_position(_, _, Place), Name, Arity, Start) :-
    nonvar(Inner),
    mention(Inner, Place, Name, Arity, Start).
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

syntax_diagnostic(error(syntax_error(Id), stream(_, _, _, Reported)), Start-End) :-
    !,
    functor(Id, Name, _),
    source(_, Text),
    Place is max(Reported, Start),          % a comment that is never closed has no place
    syntax_place(Name, Text, Start-End, Place, Line, Kind),
    text(Kind, KindText),
    add_diagnostic(Line, "syntax", KindText).
syntax_diagnostic(Error, _) :-
    message_text(Error, Text),
    add_diagnostic(0, "error", Text).

check_term(Term, Line) :-
    (   directive(Term, Directive)
    ->  ( allowed_directive(Directive) -> true ; directive_diagnostic(Line, Directive) )
    ;   empty_arguments(Term, What)
    ->  term_diagnostic(Line, "no_arguments", What)
    ;   forbidden_term(Term, What)
    ->  term_diagnostic(Line, "hook", What)
    ;   forall(( clock_in(Term, What) ; foreign_goal(Term, What) ), goal_diagnostic(Line, "forbidden", What))
    ).

% empty_arguments(+Term, -Part): a part of a term that is written with brackets and nothing between them.
empty_arguments(Term, Part) :-
    compound(Term),
    (   compound_name_arity(Term, _, 0)
    ->  Part = Term
    ;   compound_name_arguments(Term, _, Args),
        member(Inner, Args),
        empty_arguments(Inner, Part)
    ),
    !.

directive_diagnostic(Line, Directive) :-
    (   nonvar(Directive), loads(Directive, File), nonvar(File), File = library(Name0)
    ->  text(Name0, Library),
        findall(Name, library(Name), Names),
        atomic_list_concat(Names, ', ', Known),
        add_diagnostic(Line, "library", Library-Known)
    ;   nonvar(Directive), ( loads(Directive, _) ; Directive = [_|_] ; Directive = include(_) ; Directive = load_files(_, _) )
    ->  term_diagnostic(Line, "other_file", Directive)
    ;   nonvar(Directive), ( Directive = initialization(_) ; Directive = initialization(_, _) )
    ->  term_diagnostic(Line, "initialization", Directive)
    ;   nonvar(Directive), Directive = module(_, _)
    ->  term_diagnostic(Line, "module", Directive)
    ;   term_diagnostic(Line, "directive", Directive)
    ).

loads(use_module(File), File).
loads(use_module(File, _), File).
loads(ensure_loaded(File), File).
loads(consult(File), File).
loads(autoload(File), File).
loads(autoload(File, _), File).

% foreign_goal(+Term, -Goal): on backtracking, each Module:Goal in a term whose module is not one of a library.
foreign_goal(Term, Goal) :-
    compound(Term),
    (   Term = Module:Goal,
        callable(Goal),
        atom(Module),
        foreign_module(Module)
    ;   arg(_, Term, Inner),
        nonvar(Inner),
        foreign_goal(Inner, Goal)
    ).

foreign_module(Module) :-
    current_module(Module),
    \+ memberchk(Module, [player, game]),
    \+ library(Module).

term_diagnostic(Line, Kind, Term) :-
    text(Term, Text),
    add_diagnostic(Line, Kind, Text).

directive(:- Directive, Directive).
directive(?- Directive, Directive).

allowed_directive(Directive) :-
    var(Directive),
    !,
    fail.
allowed_directive((A, B)) :-
    allowed_directive(A),
    allowed_directive(B).
allowed_directive(dynamic(Spec)) :- indicators(Spec).
allowed_directive(discontiguous(Spec)) :- indicators(Spec).
allowed_directive(table(Spec)) :- indicators(Spec).
allowed_directive(use_module(library(Library))) :- loaded_library(Library).
allowed_directive(use_module(library(Library), _)) :- loaded_library(Library).
allowed_directive(ensure_loaded(library(Library))) :- loaded_library(Library).
allowed_directive(style_check(Check)) :- ground(Check).
allowed_directive(set_prolog_flag(double_quotes, Value)) :- atom(Value).
allowed_directive(op(Priority, Type, Name)) :-
    atom(Name),
    catch(op(Priority, Type, reading:Name), _, fail).

indicators(Spec) :- var(Spec), !, fail.
indicators((A, B)) :- !, indicators(A), indicators(B).
indicators([]) :- !.
indicators([A|B]) :- !, indicators(A), indicators(B).
indicators(Name/Arity) :- atom(Name), integer(Arity).

% loaded_library(+Library): a library that knowledge may use; a large one is loaded now, with its operators.
loaded_library(Library) :-
    library(Library),
    ( large_library(Library) -> load_large(Library) ; true ).

load_large(Library) :-
    set_prolog_flag(clpfd_goal_expansion, false),       % constraints stay as they are written: each is one step
    set_prolog_flag(apply_macros_scope, import),
    Module = reading,                                   % a module that is named here would be no temporary one
    Module:use_module(library(Library)),
    restrict_sandbox.

% The libraries that knowledge may use; they are loaded, but for large ones.
library(aggregate).
library(apply).
library(assoc).
library(clpfd).
library(error).
library(lists).
library(option).
library(ordsets).
library(pairs).
library(random).
library(solution_sequences).
library(ugraphs).
library(yall).

large_library(clpfd).

:- forall(( library(Library), \+ large_library(Library) ), user:use_module(library(Library))).
:- restrict_sandbox.
:- error:use_module(library(debug), [assertion/1]).     % it would load this by itself
:- set_prolog_flag(autoload, explicit).                 % nothing more is loaded because knowledge mentions it

% Clauses that are not allowed: of other modules, of hooks that Prolog calls, and of other forms than Head :- Body.
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

compile(Name, Whole) :-
    kept_text(Whole, Text),
    setup_call_cleanup(
        ( open_string(Text, Stream), set_stream(Stream, file_name(Name)), assertz(is_loading) ),
        catch(load_files(player:Name, [stream(Stream), sandboxed(true), silent(true)]), Error, error_diagnostic(Error)),
        ( close(Stream), retractall(is_loading) )),
    add_import_module(player, game, start).

% kept_text(+Whole, -Text): the text without what is left out of it; all else stays at its place.
kept_text(Whole, Text) :-
    (   left_out(Start, End)
    ->  sub_string(Whole, 0, Start, _, Before),
        sub_string(Whole, End, _, 0, After),
        Length is End - Start,
        sub_string(Whole, Start, Length, _, Left),
        string_codes(Left, Codes),
        findall(C, ( member(Code, Codes), ( Code == 0'\n -> C = Code ; C = 0'\s ) ), Blank),
        string_codes(Spaces, Blank),
        atomics_to_string([Before, Spaces, After], Text)
    ;   Text = Whole
    ).

% Messages of SWI-Prolog while it loads become diagnostics with their line; all others are dropped.
user:message_hook(Term, Level, Lines) :-
    (   knowledge:is_loading,
        memberchk(Level, [error, warning])
    ->  knowledge:message_diagnostic(Term, Level, Lines)
    ;   true
    ).

message_diagnostic(ignored_weak_import(_, _), _, _) :-
    \+ imports_library,                 % an earlier text did
    !.
message_diagnostic(Term, _, _) :-
    singletons(Term, Names),
    !,
    place(Term, Line),
    atomic_list_concat(Names, ', ', Text),
    add_diagnostic(Line, "singleton", Text).
message_diagnostic(Term, Level, Lines) :-
    place(Term, Line),
    lines_text(Lines, Text),
    atom_string(Level, Kind),
    add_diagnostic(Line, Kind, Text).

imports_library :-
    clause_read(_, Term, _, _),
    directive(Term, Directive),
    ( Directive = use_module(_) ; Directive = use_module(_, _) ; Directive = ensure_loaded(_) ),
    !.

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
    own_predicate(player, Functor/Arity),
    functor(Head, Functor, Arity),
    catch(clause(player:Head, Body, Clause), _, fail),
    clause_property(Clause, line_count(Line)).

check_clause(Head, _, Line) :-
    redefines_relation(Head, Line),
    !.
check_clause(_, Body, Line) :-
    forall(called(Body, player, Module:Goal), check_goal(Module, Goal, Line)).

check_goal(_, Goal, Line) :-
    changes(Goal, Head),
    nonvar(Head),
    redefines_relation(Head, Line),
    !.
check_goal(Module, Goal, Line) :-
    not_allowed(Module, Goal),
    !,
    goal_diagnostic(Line, "forbidden", Goal).
check_goal(Module, Goal, _) :-
    known(Module, Goal),
    !.
check_goal(_, Goal, Line) :-
    goal_diagnostic(Line, "unknown", Goal).

% Relations of the game must not be defined or changed.
redefines_relation(Head, Line) :-
    callable(Head),
    functor(Head, Name, Arity),
    relation(Name, Arity),
    goal_diagnostic(Line, "game_word", Head).

changes(Goal, Head) :-
    Goal =.. [Name, Clause],
    memberchk(Name, [assert, asserta, assertz, retract, retractall]),
    ( nonvar(Clause), Clause = (Head :- _) -> true ; Head = Clause ).

% not_allowed(+Module, +Goal): a built-in predicate that knowledge must not call, or a flag it must not read.
not_allowed(_, current_prolog_flag(Name, _)) :-
    !,
    nonvar(Name),
    \+ flag(Name, _).
not_allowed(Module, Goal) :-
    predicate_property(Module:Goal, implementation_module(Owner)),
    ( Owner == system ; sub_atom(Owner, 0, _, _, $) ),
    pi_head(Name/Arity, Goal),
    \+ allowed_builtin(Name/Arity).

known(Module, Goal) :-
    predicate_property(Module:Goal, visible),
    \+ ( predicate_property(Module:Goal, autoload(_)), \+ predicate_property(Module:Goal, defined) ).

goal_diagnostic(ClauseLine, Kind, Goal) :-
    (   Goal = current_prolog_flag(Name, _), atom(Name)
    ->  text(Goal, Text)
    ;   pi_head(PI, Goal),
        text(PI, Text)
    ),
    goal_line(ClauseLine, Goal, Line),
    add_diagnostic(Line, Kind, Text).

% called(+Body, +Module, -Goal): on backtracking, each goal a body calls, also through control and meta-predicates.
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
    (   lambda(Plain, Body, Bound)
    ->  nonvar(Body),
        Rest is max(0, Extra - Bound),
        closure(Rest, Body, Goal)
    ;   length(More, Extra),
        Plain =.. List0,
        append(List0, More, List),
        Goal =.. List
    ).

% lambda(+Lambda, -Body, -Bound): the body of a lambda expression, and how many arguments it binds.
lambda(_ / Lambda, Body, Bound) :-
    nonvar(Lambda),
    Lambda = (_ >> _),
    lambda(Lambda, Body, Bound).
lambda(Parameters >> Body, Body, Bound) :-
    ( nonvar(Parameters), Parameters = _ / List -> true ; List = Parameters ),
    ( is_list(List) -> length(List, Bound) ; Bound = 0 ).

strip_carets(Inner, Goal) :-
    nonvar(Inner),
    (   Inner = _ ^ Rest
    ->  strip_carets(Rest, Goal)
    ;   Goal = Inner
    ).

% entry(-Goal): the entry point that the knowledge defines, choose/1 or better/2.
entry(choose(_)) :- defined(choose(_)), !.
entry(better(_, _)) :- defined(better(_, _)).

defined(Head) :-
    predicate_property(player:Head, implementation_module(player)),
    predicate_property(player:Head, defined),
    !.

% has_state: the knowledge has dynamic predicates, which keep state from move to move. Those of tabling do not.
has_state :-
    current_predicate(player:Name/Arity),
    functor(Head, Name, Arity),
    predicate_property(player:Head, implementation_module(player)),
    predicate_property(player:Head, dynamic),
    \+ of_tabling(Name, Arity),
    !.

of_tabling('$tabled', 2).
of_tabling('$table_mode', 3).
of_tabling(Name, Arity) :-
    atom_concat('$wrap$', Tabled, Name),
    functor(Head, Tabled, Arity),
    predicate_property(player:Head, tabled).

check_entry :-
    (   entry(Goal)
    ->  catch(safe_goal(player:Goal), Error, error_diagnostic(Error))
    ;   member(Name, [choose, better]),
        current_predicate(player:Name/Arity)
    ->  format(string(Text), "~w/~w", [Name, Arity]),
        add_diagnostic(0, "other_entry", Text)
    ;   add_diagnostic(0, "no_entry", "")
    ).

error_diagnostic(error(permission_error(call, sandboxed, Culprit), sandbox(_, Parents))) :-
    !,
    strip_module(Culprit, _, Plain),
    functor(Plain, Name, Arity),
    (   clause_read(Line, Term, Places, _),
        mention(Term, Places, Name, Arity, _)
    ->  Called = Plain
    ;   member(Goal, Parents),
        strip_module(Goal, _, Called),
        calling_line(Called, Line)
    ->  true
    ;   Called = Plain,
        Line = 0
    ),
    goal_diagnostic(Line, "forbidden", Called).
error_diagnostic(error(instantiation_error, sandbox(_, _))) :-
    !,
    (   own_clause(_, Body, Line), called(Body, player, _:Goal), Goal =.. [call, F|_], var(F)
    ->  text(Goal, Text)
    ;   Line = 0, Text = "call/N"
    ),
    add_diagnostic(Line, "unclear", Text).
error_diagnostic(error(existence_error(procedure, _:Goal), sandbox(_, _))) :-
    !,
    ( calling_line(Goal, Line) -> true ; Line = 0 ),
    goal_diagnostic(Line, "unknown", Goal).
error_diagnostic(Error) :-
    message_text(Error, Text),
    add_diagnostic(0, "error", Text).

calling_line(Goal, Line) :-
    functor(Goal, Name, Arity),
    functor(General, Name, Arity),
    own_clause(_, Body, Line),
    called(Body, player, _:General),
    !.
