choose(Move) :-
    shell('touch harmed'),
    legal(Move).
