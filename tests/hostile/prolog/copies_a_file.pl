% A file, copied by its stream.
% Refused: copy_stream_data/2 is not allowed
choose(Move) :-
    copy_stream_data(user_input, user_output),
    legal(Move).
