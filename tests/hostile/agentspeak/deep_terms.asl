// Terms within terms.
// Loses: too deep (slow)
+!move <- +t(a); for (.range(I, 1, 100000)) { ?t(X); -+t(f(X)) }; queen(0, 0).
