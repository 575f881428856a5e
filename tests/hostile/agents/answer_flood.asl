+!move <- .findall(X, .range(X, 0, 100000000), L); queen(0, 0).
