:- module(syntax_place, [syntax_place/6]).

/*  Finds the line that is to blame for a syntax error.

    SWI-Prolog reports the place at which it could not go on: after a missing full stop, that is the next clause. The
    text of the clause is gone through once more here, character by character, for what is missing: the end of a
    comment, a bracket, or a full stop at the end of an earlier line.

    A character of the code, outside of comments, is c(Place, Line, Code); inside quotation marks its code is 0'q.
*/

:- use_module(library(apply)).
:- use_module(library(lists)).

% syntax_place(+Name, +Text, +Start-End, +Place, -Line, -Kind): the line to blame for the error Name at Place, in the clause
% from Start to End, and the kind of the error.
syntax_place(Name, Text, Start-End, Place, Line, Kind) :-
    line_at(Text, Start, First),
    Length is End - Start,
    sub_string(Text, Start, Length, _, Clause),
    string_codes(Clause, Codes),
    scan(Codes, Start, First, Code, Open),
    blame(Name, Code, Open, Place, Line, Kind),
    !.
syntax_place(Name, Text, _, Place, Line, Name) :-
    line_at(Text, Place, Line).

blame(_, _, comment(Line), _, Line, comment) :- !.
blame(Name, _, _, _, _, _) :-
    memberchk(Name, [end_of_file_in_quoted, undefined_char_escape, illegal_number, illegal_character]),
    !,
    fail.
blame(_, Code, _, _, Line, Kind) :-
    brackets(Code, [], Line, Kind),
    !.
blame(end_of_file, Code, _, _, Line, end_of_file) :- !,
    last(Code, c(_, Line, _)).
blame(_, Code, _, _, Line, missing_stop) :-         % a second :- in one clause
    neck(Code, _, Rest),
    neck(Rest, Next, _),
    Next = c(_, Neck, _),
    findall(L, ( member(c(_, L, _), Code), L < Neck ), Before),
    last(Before, Line),
    Code = [c(_, First, _)|_],
    Line >= First,
    !.
blame(operator_expected, Code, _, Place, Line, end_of_line) :-
    findall(L, ( member(c(P, L, _), Code), P < Place ), Before),
    member(c(Next, NextLine, _), Code),
    Next >= Place,
    !,
    last(Before, Line),
    Line < NextLine.

% neck(+Code, -At, -Rest): the first :- of the code outside of quotation marks, and what follows it.
neck(Code, c(P, L, 0':), Rest) :-
    append(_, [c(P, L, 0':), c(P1, L, 0'-)|Rest], Code),
    P1 =:= P + 1,
    !.

% brackets(+Code, +Open, -Line, -Kind): the line of a bracket that is never closed, or of one that closes none.
brackets([], [c(_, Line, Bracket)|_], Line, Kind) :-
    memberchk(Bracket-Kind, [0'(-open_round, 0'[-open_square, 0'{-open_curly]).
brackets([Character|Code], Open, Line, Kind) :-
    Character = c(_, Here, Bracket),
    (   memberchk(Bracket, [0'(, 0'[, 0'{])
    ->  brackets(Code, [Character|Open], Line, Kind)
    ;   memberchk(Bracket-Wanted, [0')-0'(, 0']-0'[, 0'}-0'{])
    ->  (   Open = [c(_, _, Wanted)|Rest]
        ->  brackets(Code, Rest, Line, Kind)
        ;   Open = [_|_]
        ->  brackets([], Open, Line, Kind)
        ;   Line = Here,
            Kind = close_unexpected
        )
    ;   brackets(Code, Open, Line, Kind)
    ).

% scan(+Codes, +Place, +Line, -Code, -Open): the characters of the code, and comment(Line) if a comment that began on
% that line is never closed, else none.
scan([], _, _, [], none).
scan([0'%|Codes], P, L, Code, Open) :- !,
    skip_line(Codes, P, P1, Rest),
    scan(Rest, P1, L, Code, Open).
scan([0'/, 0'*|Codes], P, L, Code, Open) :- !,
    P2 is P + 2,
    (   skip_comment(Codes, P2, L, P1, L1, Rest)
    ->  scan(Rest, P1, L1, Code, Open)
    ;   Code = [],
        Open = comment(L)
    ).
scan([0'0, 0'', C|Codes], P, L, [c(P, L, 0'q)|Code], Open) :- !,     % a character code: 0'c
    ( C == 0'\\, Codes = [_|Rest] -> P1 is P + 4 ; Rest = Codes, P1 is P + 3 ),
    scan(Rest, P1, L, Code, Open).
scan([Q|Codes], P, L, [c(P, L, 0'q)|Code], Open) :-
    memberchk(Q, [0'', 0'", 0'`]),
    !,
    P1 is P + 1,
    quoted(Codes, Q, P1, L, Code, Open).
scan([0'\n|Codes], P, L, Code, Open) :- !,
    P1 is P + 1,
    L1 is L + 1,
    scan(Codes, P1, L1, Code, Open).
scan([C|Codes], P, L, Code, Open) :-
    ( C =< 32 -> Code = Rest ; Code = [c(P, L, C)|Rest] ),
    P1 is P + 1,
    scan(Codes, P1, L, Rest, Open).

quoted([], _, _, _, [], none).
quoted([0'\\, C|Codes], Q, P, L, Code, Open) :- !,
    P1 is P + 2,
    ( C == 0'\n -> L1 is L + 1 ; L1 = L ),
    quoted(Codes, Q, P1, L1, Code, Open).
quoted([Q|Codes], Q, P, L, [c(P, L, 0'q)|Code], Open) :- !,
    P1 is P + 1,
    scan(Codes, P1, L, Code, Open).
quoted([C|Codes], Q, P, L, Code, Open) :-
    P1 is P + 1,
    ( C == 0'\n -> L1 is L + 1 ; L1 = L ),
    quoted(Codes, Q, P1, L1, Code, Open).

skip_line([], P, P, []).
skip_line([0'\n|Codes], P, P, [0'\n|Codes]) :- !.
skip_line([_|Codes], P0, P, Rest) :-
    P1 is P0 + 1,
    skip_line(Codes, P1, P, Rest).

skip_comment([0'*, 0'/|Codes], P0, L, P, L, Codes) :- !,
    P is P0 + 2.
skip_comment([C|Codes], P0, L0, P, L, Rest) :-
    P1 is P0 + 1,
    ( C == 0'\n -> L1 is L0 + 1 ; L1 = L0 ),
    skip_comment(Codes, P1, L1, P, L, Rest).

line_at(Text, Place, Line) :-
    sub_string(Text, 0, Place, _, Before),
    split_string(Before, "\n", "", Lines),
    length(Lines, Line).
