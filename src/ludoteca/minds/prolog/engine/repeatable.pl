:- module(repeatable, [replacement/1, flag/2, clock_in/2]).

/*  Built-in predicates in a version that gives the same result on every machine; knowledge gets them instead of
    SWI-Prolog's own.

    SWI-Prolog names variables by their place in memory (_8974); here they are named in their order: _1, _2, ...
    Of its flags there are those that describe numbers, with the values that they have on every 64-bit machine.
    Arithmetic knows clocks by name, so that no predicate may make an atom with such a name.
*/

:- use_module(library(prolog_format)).
:- multifile sandbox:safe_primitive/1, sandbox:safe_meta/2.

% replacement(?Head): the predicates that are replaced.
replacement(write(_)).
replacement(writeln(_)).
replacement(writeq(_)).
replacement(print(_)).
replacement(format(_)).
replacement(format(_, _)).
replacement(format(_, _, _)).
replacement(term_to_atom(_, _)).
replacement(term_string(_, _)).
replacement(term_string(_, _, _)).
replacement(current_prolog_flag(_, _)).
replacement(with_output_to(_, _)).
replacement(Head) :- makes_atoms(Head).

% makes_atoms(?Head): predicates that make atoms from text.
makes_atoms(atom_chars(_, _)).
makes_atoms(atom_codes(_, _)).
makes_atoms(atom_concat(_, _, _)).
makes_atoms(atom_string(_, _)).
makes_atoms(atom_to_term(_, _, _)).
makes_atoms(atomic_concat(_, _, _)).
makes_atoms(atomic_list_concat(_, _)).
makes_atoms(atomic_list_concat(_, _, _)).
makes_atoms(downcase_atom(_, _)).
makes_atoms(name(_, _)).
makes_atoms(normalize_space(_, _)).
makes_atoms(sub_atom(_, _, _, _, _)).
makes_atoms(upcase_atom(_, _)).

:- forall(replacement(Head), redefine_system_predicate(Head)).
:- meta_predicate with_output_to(?, 0).

write(Term) :- named(Term, Named), system:write(Named).

writeln(Term) :- named(Term, Named), system:writeln(Named).

writeq(Term) :- named(Term, Named), system:writeq(Named).

print(Term) :- named(Term, Named), system:print(Named).

format(Format) :- system:format(Format).

format(Format, Args) :- named(Args, Named), system:format(Format, Named).

format(Output, Format, Args) :-
    named(Args, Named),
    system:format(Output, Format, Named),
    no_clock(Output).

with_output_to(Output, Goal) :-
    system:with_output_to(Output, Goal),
    no_clock(Output).

term_to_atom(Term, Atom) :-
    var(Term),
    !,
    system:term_to_atom(Term, Atom),
    no_clock(Term).
term_to_atom(Term, Atom) :-
    term_text(Term, Text),
    system:atom_string(Atom, Text),
    no_clock(Atom).

term_string(Text, Term) :-
    term_string(Text, Term, []).

term_string(Text, Term, Options) :-
    var(Text),
    !,
    ( Options == [] -> term_text(Term, Text) ; named(Term, Named), system:term_string(Text, Named, Options) ).
term_string(Text, Term, Options) :-
    system:term_string(Text, Term, Options),
    no_clock(Term).

current_prolog_flag(Name, Value) :-
    flag(Name, Value).

flag(bounded, false).
flag(max_integer, 9223372036854775807).
flag(min_integer, -9223372036854775808).
flag(max_tagged_integer, 1152921504606846975).
flag(min_tagged_integer, -1152921504606846976).
flag(integer_rounding_function, toward_zero).
flag(max_arity, unbounded).


                /*  No atom is made that arithmetic reads as a clock  */

make_replacement(Head) :-
    Head =.. [Name|Args],
    assertz((Head :- system:Head, no_clock(Args))),
    assertz(sandbox:safe_primitive(repeatable:Head)),
    functor(Head, Name, Arity),
    compile_predicates([Name/Arity]).

:- dynamic sandbox:safe_primitive/1.
:- forall(( makes_atoms(Head), predicate_property(system:Head, defined) ), make_replacement(Head)).

no_clock(Term) :-
    (   clock_in(Term, Clock)
    ->  throw(error(permission_error(evaluate, clock, Clock), _))
    ;   true
    ).

% clock_in(+Term, -Clock): the name of a clock somewhere in a term, as an atom or as the name of a compound.
clock_in(Term, Term) :-
    atom(Term),
    clock(Term).
clock_in(Term, Clock) :-
    compound(Term),
    (   compound_name_arity(Term, Clock, _),
        clock(Clock)
    ;   arg(_, Term, Inner),
        nonvar(Inner),
        clock_in(Inner, Clock)
    ).

clock(cputime).
clock(realtime).

% named(+Term, -Named): a copy of a term in which every variable is written as _1, _2, ...
named(Term, Term) :-
    ground(Term),
    !.
named(Term, Named) :-
    copy_term(Term, Named, _),
    term_variables(Named, Variables),
    name_all(Variables, 1).

name_all([], _).
name_all(['$VAR'(Name)|Variables], Number) :-
    system:atom_concat('_', Number, Name),
    Next is Number + 1,
    name_all(Variables, Next).

term_text(Term, Text) :-
    named(Term, Named),
    system:format(string(Text), "~W", [Named, [quoted(true), numbervars(true)]]).

% What the sandbox is told of them. A format that calls a goal (~@) is not allowed: variables have lost their identity.
sandbox:safe_primitive(repeatable:write(_)).
sandbox:safe_primitive(repeatable:writeln(_)).
sandbox:safe_primitive(repeatable:writeq(_)).
sandbox:safe_primitive(repeatable:print(_)).
sandbox:safe_primitive(repeatable:term_to_atom(_, _)).
sandbox:safe_primitive(repeatable:term_string(_, _)).
sandbox:safe_primitive(repeatable:term_string(_, _, _)).
sandbox:safe_primitive(repeatable:current_prolog_flag(_, _)).
sandbox:safe_meta(repeatable:with_output_to(Output, Goal), [Goal]) :- sandbox:safe_output(Output).
sandbox:safe_meta(repeatable:format(Format), []) :- calls_nothing(Format).
sandbox:safe_meta(repeatable:format(Format, _), []) :- calls_nothing(Format).
sandbox:safe_meta(repeatable:format(Output, Format, _), []) :-
    sandbox:safe_output(Output),
    calls_nothing(Format).

calls_nothing(Format) :-
    nonvar(Format),
    format_types(Format, Types),
    \+ memberchk(callable, Types).
