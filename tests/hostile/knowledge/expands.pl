goal_expansion(legal(_), shell('touch harmed')).
choose(Move) :- legal(Move).
