legal(anything).
choose(Move) :- legal(Move).
