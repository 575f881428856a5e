// Events that cause each other without end.
// Loses: no end in sight
+!move <- +ping.
+ping <- -ping; !!pong.
+!pong <- +ping.
