choose(Move) :-
    catch(again, _, again),
    legal(Move).

again :-
    catch(again_and_again, _, again).

again_and_again :-
    again_and_again.
