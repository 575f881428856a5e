% Whether a file exists.
% Refused: exists_file/1 is not allowed
choose(Move) :-
    exists_file('@FOLDER@/file'),
    legal(Move).
