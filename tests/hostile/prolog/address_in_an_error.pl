% The same, in the text of an error.
% Loses: found `f(A)'
choose(_) :-
    throw(error(type_error(integer, f(_)), _)).
