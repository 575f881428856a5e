% What is known of streams.
% Refused: stream_property/2 is not allowed
choose(Move) :-
    stream_property(_, file_no(_)),
    legal(Move).
