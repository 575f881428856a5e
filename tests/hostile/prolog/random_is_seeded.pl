% Chance is the game's: the same in every process.
% Harmless
choose(Move) :-
    random_between(1, 1000, _),
    Number is random(1000) + random_float,
    Number >= 0,
    random_member(Move, ['1', '2', '3']).
