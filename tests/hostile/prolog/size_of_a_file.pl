% How large a file is.
% Refused: size_file/2 is not allowed
choose(Move) :-
    size_file('@FOLDER@/file', _),
    legal(Move).
