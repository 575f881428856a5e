:- module(source_text, [text/2, goal_text/2, message_text/2, lines_text/2, clause_line/2, clause_predicate/2]).

/*  The text of goals and of error messages, and the line and the predicate of a clause.  */

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(occurs)).
:- use_module(library(prolog_code)).

% text(+Value, -Text): an atom or a string as it is, any other term as source text, at most 200 characters.
text(Value, Text) :-
    (   ( string(Value) ; atom(Value) )
    ->  text_to_string(Value, Text)
    ;   goal_text(Value, Text)
    ).

% goal_text(+Goal, -Text): the goal as source text, at most 200 characters. An atom is quoted where it must be, so that
% its text cannot pass for another goal. A term that looks like a numbered variable is written as the term it is.
goal_text(Goal, Text) :-
    copy_term(Goal, Copy, _),
    (   acyclic_term(Copy),
        \+ ( sub_term(Part, Copy), nonvar(Part), Part = '$VAR'(_) )
    ->  numbervars(Copy, 0, _, [singletons(true)]),
        Variables = true
    ;   Variables = false
    ),
    Options = [quoted(true), numbervars(Variables), max_depth(30), spacing(next_argument), portray(false), module(player)],
    format(string(Long), "~W", [Copy, Options]),
    shortened(Long, 200, Text).

shortened(Long, Most, Short) :-
    string_length(Long, Length),
    (   Length =< Most
    ->  Short = Long
    ;   Kept is Most - 1,
        sub_string(Long, 0, Kept, _, Start),
        string_concat(Start, "…", Short)
    ).

% message_text(+Error, -Text): SWI-Prolog's message for an error, or the error term if the message would call a goal.
message_text(Error, Text) :-
    (   catch('$messages':translate_message(Error, Lines, []), _, fail),
        \+ ( member(Format-_, Lines), sub_atom(Format, _, _, _, '~@') )
    ->  lines_text(Lines, Text)
    ;   text(Error, Text)
    ).

% lines_text(+Lines, -Text): the lines of a message in one text, at most 500 characters.
lines_text(Lines0, Text) :-
    copy_term(Lines0, Lines, _),
    numbervars(Lines, 0, _),            % SWI-Prolog would name variables by their place in memory
    with_output_to(string(Raw), print_message_lines(current_output, '', Lines)),
    split_string(Raw, "\n", " \t\r", Parts0),
    exclude(==(""), Parts0, Parts),
    atomic_list_concat(Parts, ' ', Joined),
    atom_string(Joined, Long),
    shortened(Long, 500, Text).

% clause_line(+Clause, -Line): the line a clause starts on; 0 for none.
clause_line(Clause, Line) :-
    (   Clause \== none,
        catch(clause_property(Clause, line_count(Line)), _, fail)
    ->  true
    ;   Line = 0
    ).

% clause_predicate(+Clause, -Text): the predicate of a clause, as name/arity.
clause_predicate(Clause, Text) :-
    (   Clause \== none,
        catch(clause(Head, _, Clause), _, fail)
    ->  strip_module(Head, _, Plain),
        pi_head(PI, Plain),
        text(PI, Text)
    ;   Text = ""
    ).
