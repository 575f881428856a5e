// All intentions, dropped.
// Loses: no plan acted
+!move <- .drop_all_intentions; .drop_all_desires; .drop_all_events.
