% Where files are looked for.
% Refused: file_search_path/2 is not allowed
choose(Move) :-
    user:file_search_path(library, _),
    legal(Move).
