% A file, deleted.
% Refused: delete_file/1 is not allowed
choose(Move) :-
    delete_file('@FOLDER@/file'),
    legal(Move).
