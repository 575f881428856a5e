% A connection.
% Refused: tcp_socket/1
choose(Move) :-
    tcp_socket(Socket),
    tcp_connect(Socket, localhost:80),
    legal(Move).
