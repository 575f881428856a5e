:- consult('/etc/passwd').
choose(Move) :- legal(Move).
