choose(Move) => Move = '1'.
