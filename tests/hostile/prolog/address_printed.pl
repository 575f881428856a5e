% The same, printed.
% Harmless
choose(Move) :-
    with_output_to(string(Text), ( write(X), print(g(_, X)), writeq('A'), format("~w ~q ~p", [X, h(X), _]) )),
    Text == "_1g(_1,_2)'A'_1 h(_1) _2",
    legal(Move).
