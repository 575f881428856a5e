% Where the process is.
% Refused: absolute_file_name/2 is not allowed
choose(Move) :-
    absolute_file_name(here, _),
    legal(Move).
