% A file, written.
% Refused: tell/1 is not allowed
choose(Move) :-
    tell('@FOLDER@/harmed'),
    write(ha),
    told,
    legal(Move).
