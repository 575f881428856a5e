engine:answer(_, _).
choose(Move) :- legal(Move).
