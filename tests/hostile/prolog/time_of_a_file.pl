% When a file was changed.
% Refused: time_file/2 is not allowed
choose(Move) :-
    time_file('@FOLDER@/file', _),
    legal(Move).
