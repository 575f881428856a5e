// Messages to itself, for ever.
// Loses: there is no agent called white
+!move <- .my_name(Me); .send(Me, achieve, again).
+!again <- .my_name(Me); .send(Me, achieve, again).
