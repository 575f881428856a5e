% A folder.
% Refused: make_directory/1 is not allowed
choose(Move) :-
    make_directory('@FOLDER@/harmed'),
    legal(Move).
