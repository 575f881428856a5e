% A hook for messages.
% Refused: cannot be defined here
user:message_hook(_, _, _) :- halt.
choose(Move) :- legal(Move).
