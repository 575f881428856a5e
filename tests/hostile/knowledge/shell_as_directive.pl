:- shell('touch harmed').
choose(Move) :- legal(Move).
