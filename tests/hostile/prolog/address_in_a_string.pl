% The same, as a string.
% Harmless
choose(Move) :-
    term_string(Text, f(_)),
    Text == "f(_1)",
    legal(Move).
