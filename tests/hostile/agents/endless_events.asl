+!move <- +ping.
+ping <- -ping; !!pong.
+!pong <- +ping.
