:- module(rejection_check, [wrong_rejections/3]).

/*  Checks why moves were not chosen: what stops them in the clause that decided.

    It goes through that clause for another move and through the clauses that it calls. On the way there are goals that
    fail and negations whose goals hold; the reason against the move must be one of them.
*/

:- use_module(library(lists)).
:- use_module(knowledge).
:- use_module(proof_check).
:- use_module(source_text).

% wrong_rejections(+Line, +Rejected, -Wrong): the moves whose reason is not what stops them in the clause on a line. What
% takes too long to find out is not wrong.
% Rejected are lists: a move, "fails", "holds" or "also", the codes of a goal, the line and the predicate of its clause.
wrong_rejections(Line, Rejected, Wrong) :-
    findall(Move,
            ( member([Move, Kind, Codes, At, Within], Rejected),
              \+ snapshot(rejection_check:is_right(Line, Move, Kind, Codes, At, Within)) ),
            Wrong).

is_right(Line, Move, Kind, Codes, At, Within) :-
    atom_string(Name, Move),
    string_codes(Text, Codes),
    catch(call_with_inference_limit(right(Line, Name, Kind, Text, At, Within), 400 000, _), _, true).

right(Line, Move, "also", _, _, _) :-
    once(( clause_on(choose(Move), Line, Body), call(player:Body) )).
right(Line, Move, Kind, Text, At, Within) :-
    memberchk(Kind, ["fails", "holds"]),
    once(( clause_on(choose(Move), Line, Body),
           stop(Body, Line, choose/1, Kind, Goal, At, Name/Arity),
           format(string(Within), "~w/~w", [Name, Arity]),
           says(Text, Goal) )).

clause_on(Goal, Line, Body) :-
    clause(player:Goal, Body, Clause),
    clause_line(Clause, Line).

% stop(+Body, +Line, +Predicate, ?Kind, -Goal, -At, -Within): on backtracking, each goal that fails in a body or in what
% it calls, and each goal that holds and is negated; with the line and the predicate of the clause that has it.
stop(Body, _, _, _, _, _, _) :-
    var(Body),
    !,
    fail.
stop((A, B), Line, In, Kind, Goal, At, Within) :- !,
    (   stop(A, Line, In, Kind, Goal, At, Within)
    ;   call_plainly(A),
        stop(B, Line, In, Kind, Goal, At, Within)
    ).
stop((If -> Then ; Else), Line, In, Kind, Goal, At, Within) :- !,
    (   stop(If, Line, In, Kind, Goal, At, Within)
    ;   call(player:If)
    *-> stop(Then, Line, In, Kind, Goal, At, Within)
    ;   stop(Else, Line, In, Kind, Goal, At, Within)
    ).
stop((If *-> Then ; Else), Line, In, Kind, Goal, At, Within) :- !,
    stop((If -> Then ; Else), Line, In, Kind, Goal, At, Within).
stop((If -> Then), Line, In, Kind, Goal, At, Within) :- !,
    stop((If, Then), Line, In, Kind, Goal, At, Within).
stop((If *-> Then), Line, In, Kind, Goal, At, Within) :- !,
    stop((If, Then), Line, In, Kind, Goal, At, Within).
stop((A ; B), Line, In, Kind, Goal, At, Within) :- !,
    (   stop(A, Line, In, Kind, Goal, At, Within)
    ;   stop(B, Line, In, Kind, Goal, At, Within)
    ).
stop(once(Body), Line, In, Kind, Goal, At, Within) :- !,
    stop(Body, Line, In, Kind, Goal, At, Within).
stop(call(Body), Line, In, Kind, Goal, At, Within) :- !,
    stop(Body, Line, In, Kind, Goal, At, Within).
stop(player:Body, Line, In, Kind, Goal, At, Within) :- !,
    stop(Body, Line, In, Kind, Goal, At, Within).
stop(\+ Negated, Line, In, "holds", Negated, Line, In) :- !,
    once(call(player:Negated)).
stop(Called, Line, In, Kind, Goal, At, Within) :-
    goal_kind(Called, How),
    stop(How, Called, Line, In, Kind, Goal, At, Within).

stop("rule", Called, Line, In, Kind, Goal, At, Within) :- !,
    functor(Called, Name, Arity),
    (   \+ clause(player:Called, _)
    ->  Kind = "fails", Goal = Called, At = Line, Within = In
    ;   copy_term(Called, Asked),
        clause(player:Called, Body, Clause),
        clause_line(Clause, Own),
        stop(Body, Own, Name/Arity, Inner, Stopped, Where, Which),
        (   Kind = Inner, Goal = Stopped, At = Where, Within = Which
        ;   Inner == "fails", Kind = "fails", At = Line, Within = In, member(Goal, [Called, Asked])
        )
    ).
stop(_, Called, Line, In, "fails", Called, Line, In) :-
    \+ call(player:Called).

call_plainly(Goal) :-
    ( Goal == ! -> true ; call(player:Goal) ).
