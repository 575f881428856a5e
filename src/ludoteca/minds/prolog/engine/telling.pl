:- module(telling, [text/2, message_text/2, lines_text/2, clause_line/2, clause_predicate/2, write_json/1]).

/*  Telling: goals as people write them, clauses by their lines, answers as JSON.  */

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(prolog_code)).

% A goal as people write it, no longer than a line or two.
text(Goal, Text) :-
    string(Goal),
    !,
    Text = Goal.
text(Goal, Text) :-
    atom(Goal),
    !,
    atom_string(Goal, Text).
text(Goal, Text) :-
    copy_term(Goal, Copy, _),
    numbervars(Copy, 0, _, [singletons(true)]),
    Options = [quoted(true), numbervars(true), max_depth(30), spacing(next_argument), portray(false)],
    format(string(Long), "~W", [Copy, Options]),
    shortened(Long, Text).

shortened(Long, Short) :-
    string_length(Long, Length),
    (   Length =< 200
    ->  Short = Long
    ;   sub_string(Long, 0, 199, _, Start),
        string_concat(Start, "…", Short)
    ).

% An error in SWI-Prolog's own words, unless saying them would run something.
message_text(Error, Text) :-
    (   catch('$messages':translate_message(Error, Lines, []), _, fail),
        \+ ( member(Format-_, Lines), sub_atom(Format, _, _, _, '~@') )
    ->  lines_text(Lines, Text)
    ;   text(Error, Text)
    ).

lines_text(Lines, Text) :-
    with_output_to(string(Raw), print_message_lines(current_output, '', Lines)),
    split_string(Raw, "\n", " \t\r", Parts0),
    exclude(==(""), Parts0, Parts),
    atomic_list_concat(Parts, ' ', Joined),
    atom_string(Joined, Text).

% The line a clause begins on; 0 for none.
clause_line(Clause, Line) :-
    (   Clause \== none,
        catch(clause_property(Clause, line_count(Line)), _, fail)
    ->  true
    ;   Line = 0
    ).

% The predicate a clause belongs to, as name/arity.
clause_predicate(Clause, Text) :-
    (   Clause \== none,
        catch(clause(Head, _, Clause), _, fail)
    ->  strip_module(Head, _, Plain),
        pi_head(PI, Plain),
        text(PI, Text)
    ;   Text = ""
    ).

% JSON of texts, numbers, null, lists, and object([name-value, ...]).
write_json(object(Pairs)) :-
    !,
    write('{'),
    write_pairs(Pairs),
    write('}').
write_json(List) :-
    is_list(List),
    !,
    write('['),
    write_items(List),
    write(']').
write_json(null) :-
    !,
    write(null).
write_json(Number) :-
    number(Number),
    !,
    write(Number).
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
    ->  maplist(plain_code, Codes, Clean),
        string_codes(Escaped, Clean)
    ;   Escaped = B
    ).

plain_code(Code, Plain) :-
    ( Code < 32 -> Plain = 32 ; Plain = Code ).

replaced(What, With, Text, Result) :-
    atomic_list_concat(Parts, What, Text),
    (   Parts = [_]
    ->  Result = Text
    ;   atomic_list_concat(Parts, With, Result)
    ).
