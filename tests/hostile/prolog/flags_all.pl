% All flags there are: only those that describe numbers.
% Harmless
choose(Move) :-
    findall(Name, current_prolog_flag(Name, _), Names),
    length(Names, 7),
    legal(Move).
