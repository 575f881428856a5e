:- initialization(halt).
choose(Move) :- legal(Move).
