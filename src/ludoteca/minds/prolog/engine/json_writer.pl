:- module(json_writer, [write_json/1]).

/*  Writes answers as JSON on one line.  */

:- use_module(library(apply)).
:- use_module(library(lists)).

% write_json(+Value): writes texts, numbers, null, lists, and object([name-value, ...]).
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
