choose(Move) :-
    again(Move).

again(Move) :-
    again(Move).
