+!move <- for (.range(I, 0, 300000)) { +b(I) }.
