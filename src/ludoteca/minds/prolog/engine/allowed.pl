:- module(allowed, [allowed_builtin/1, restrict_sandbox/0]).

/*  The built-in predicates that knowledge may call, of those that SWI-Prolog's sandbox holds to be safe.

    The sandbox also allows predicates that tell about the machine, the time, or the state of the engine. A recorded
    game must be played the same on every machine, so that knowledge has none of these.
*/

:- use_module(library(lists)).
:- use_module(library(sandbox)).
:- use_module(repeatable).

% allowed_builtin(+Name/Arity)
allowed_builtin(Name/Arity) :-
    allowed(Arities),
    memberchk(Name-List, Arities),
    memberchk(Arity, List),
    !.

allowed([true-[0], fail-[0], false-[0], repeat-[0], !-[0], throw-[1]]).
allowed([var-[1], nonvar-[1], integer-[1], float-[1], rational-[1, 3], number-[1], atom-[1], string-[1], atomic-[1],
         blob-[2], is_stream-[1],
         compound-[1], callable-[1], ground-[1], is_list-[1], is_dict-[1, 2], attvar-[1], cyclic_term-[1],
         acyclic_term-[1], nonground-[2], float_class-[2], current_type-[3], '$is_char'-[1], '$is_char_code'-[1],
         '$is_char_list'-[2], '$is_code_list'-[2]]).
allowed([(=)-[2], (\=)-[2], (==)-[2], (\==)-[2], (@<)-[2], (@=<)-[2], (@>)-[2], (@>=)-[2], (=@=)-[2], (?=)-[2],
         compare-[3], unifiable-[3], unify_with_occurs_check-[2], subsumes_term-[2]]).
allowed([(is)-[2], (<)-[2], (=<)-[2], (>)-[2], (>=)-[2], (=:=)-[2], (=\=)-[2], between-[3], succ-[2], plus-[3],
         nth_integer_root_and_remainder-[4]]).
allowed([arg-[3], functor-[3, 4], (=..)-[2], compound_name_arity-[3], compound_name_arguments-[3], copy_term-[2, 3, 4],
         copy_term_nat-[2], duplicate_term-[2], setarg-[3], nb_setarg-[3], nb_linkarg-[3], numbervars-[3, 4],
         term_variables-[2, 3], term_attvars-[2], term_hash-[2, 4], variant_sha1-[2], variant_hash-[2],
         size_abstract_term-[3], get_attr-[3], get_attrs-[2], del_attr-[2], del_attrs-[1], strip_module-[3],
         '$filled_array'-[4], '$btree_find_node'-[5]]).
allowed([is_list-[1], length-[2], memberchk-[2], sort-[2, 4], msort-[2], keysort-[2], '$skip_list'-[3],
         '$seek_list'-[4]]).
allowed([get_dict-[3, 5], '$get_dict_ex'-[3], dict_create-[3], dict_pairs-[3], put_dict-[3, 4], del_dict-[4],
         select_dict-[3], b_set_dict-[3], nb_set_dict-[3], nb_link_dict-[3], (:<)-[2], (>:<)-[2], '.'-[3]]).
allowed([atom_chars-[2], atom_codes-[2], atom_concat-[3], atom_length-[2], atom_number-[2], atom_string-[2],
         atom_to_term-[3], atomic_concat-[3], atomic_list_concat-[2, 3], atomics_to_string-[2, 3], char_code-[2],
         char_type-[2], code_type-[2], downcase_atom-[2], upcase_atom-[2], name-[2], normalize_space-[2],
         number_chars-[2], number_codes-[2], number_string-[2], split_string-[4], string_chars-[2], string_code-[3],
         string_codes-[2], string_concat-[3], string_length-[2], string_lower-[2], string_upper-[2], sub_atom-[5],
         sub_atom_icasechk-[3], sub_string-[5]]).
allowed([assert-[1], asserta-[1], assertz-[1], retract-[1], retractall-[1], clause-[2], current_op-[3],
         dcg_translate_rule-[2], abolish_all_tables-[0], '$wrap_tabled'-[2], '$moded_wrap_tabled'-[5]]).
allowed([nl-[0], tab-[1], write-[1], writeln-[1], writeq-[1], print-[1], format-[1, 2, 3], with_output_to-[2],
         term_to_atom-[2], term_string-[2, 3], current_prolog_flag-[2]]).
allowed([(',')-[2], (;)-[2], (->)-[2], (*->)-[2], (\+)-[1], (^)-[2], call-[1, 2, 3, 4, 5, 6, 7, 8], not-[1], once-[1],
         ignore-[1], forall-[2], apply-[2], catch-[3], findall-[3, 4], findnsols-[4, 5], bagof-[3], setof-[3],
         call_cleanup-[2], setup_call_cleanup-[3], setup_call_catcher_cleanup-[4], call_with_inference_limit-[3],
         call_with_depth_limit-[3], call_residue_vars-[2], phrase-[2, 3], call_dcg-[3], freeze-[2], put_attr-[3],
         tnot-[1], not_exists-[1], start_tabling-[2, 4], abolish_table_subgoals-[1]]).

% Printing is safe here: it goes to standard error.
:- multifile sandbox:safe_primitive/1.
sandbox:safe_primitive(system:nl).
sandbox:safe_primitive(system:tab(_)).

% restrict_sandbox: takes from the sandbox what is not allowed here.
restrict_sandbox :-
    forall(member(Name/Arity, [safe_primitive/1, safe_meta/1, safe_meta/2]),
           ( dynamic(sandbox:Name/Arity), restrict(Name, Arity) )).

restrict(Name, Arity) :-
    functor(Head, Name, Arity),
    forall(( clause(sandbox:Head, _, Clause), arg(1, Head, Declared), \+ kept(Declared) ),
           erase(Clause)).

% kept(+Goal): what is allowed, and what the libraries that knowledge may use declare.
kept(Module:Goal) :-
    !,
    (   memberchk(Module, [aggregate, apply, clpfd, error, prolog_debug, repeatable, yall])
    ->  true
    ;   nonvar(Goal),
        kept(Goal)
    ).
kept(Goal) :-
    \+ replacement(Goal),
    functor(Goal, Name, Arity),
    allowed_builtin(Name/Arity).
