% Which files a module comes from.
% Refused: module_property/2 is not allowed
choose(Move) :-
    module_property(lists, file(_)),
    legal(Move).
