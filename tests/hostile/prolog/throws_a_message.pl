% An error whose message calls a goal.
% Loses: error(format("~@", [halt]), _)
choose(_) :-
    throw(error(format("~@", [halt]), _)).
