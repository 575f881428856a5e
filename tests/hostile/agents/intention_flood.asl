+!move <- while (true) { !!wait }.
+!wait <- .wait({+never}).
