% How modules are connected.
% Refused: import_module/2 is not allowed
choose(Move) :-
    import_module(player, _),
    legal(Move).
