% A file, renamed.
% Refused: rename_file/2 is not allowed
choose(Move) :-
    rename_file('@FOLDER@/file', '@FOLDER@/harmed'),
    legal(Move).
