"""The grammar of AgentSpeak: precedence, every construct with its lines, and every syntax error with its line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludoteca.minds.agentspeak.agent import grammar_tables
from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.diagnostics import Diagnostic, ParseError
from ludoteca.minds.agentspeak.agent.parser import parse_event, parse_literal, parse_program

ROOT = Path(__file__).parent.parent.parent
PROGRAMS = [*ROOT.glob("src/ludoteca/games/*/knowledge/*.asl"), *ROOT.glob("tests/minds/agents/*.asl")]


def formula(text: str) -> str:
    """A formula with the brackets that show how it was read."""
    return str(parse_program(f"head :- {text}.").rules[0].body)


def body(text: str) -> list[tree.StepNode]:
    return list(parse_program(f"+!g <- {text}").plans[0].body)


def error(text: str) -> Diagnostic:
    with pytest.raises(ParseError) as raised:
        parse_program(text)
    return raised.value.diagnostics[0]


class TestFormulas:
    @pytest.mark.parametrize(
        ("text", "structure"),
        [
            ("a | b & c", "(a | (b & c))"),
            ("(a | b) & c", "((a | b) & c)"),
            ("a & b & c", "((a & b) & c)"),
            ("not a & b", "((not a) & b)"),
            ("not not a", "(not (not a))"),
            ("not X == 1", "(not (X == 1))"),
            ("X + 1 < Y * 2", "((X + 1) < (Y * 2))"),
            ("X < Y <= Z", "((X < Y) & (Y <= Z))"),
            ("X = 1 + Y - 2", "(X = ((1 + Y) - 2))"),
            ("X = A - B - C", "(X = ((A - B) - C))"),
            ("X = A / B * C", "(X = ((A / B) * C))"),
            ("X = A + B mod C", "(X = (A + (B mod C)))"),
            ("X = A div B ** C", "(X = (A div (B ** C)))"),
            ("X = A ** B ** C", "(X = (A ** (B ** C)))"),
            ("X = -A ** 2", "(X = (- (A ** 2)))"),
            ("X = A ** -B ** 2", "(X = (A ** (- (B ** 2))))"),
            ("X = A - -B", "(X = (A - (- B)))"),
            ("X \\== Y", "(X \\== Y)"),
            ("f(X) =.. [N, A, _]", "(f(X) =.. [N, A, _])"),
            ("~b(X)[source(S), p]", "~b(X)[source(S), p]"),
            ("X = [a, [b], []]", "(X = [a, [b], []])"),
            ("X = [a, b|T]", "(X = [a, b|T])"),
            ("X = [a|b|T]", "(X = [a, b|T])"),
            ("X = [a, b, ]", "(X = [a, b])"),
            (".findall(X, b(X) & Y = X + 1, L)", ".findall(X, (b(X) & (Y = (X + 1))), L)"),
            ("not.member(X, L)", "(not .member(X, L))"),
            ("iffy & nothing & endless & trueish", "(((iffy & nothing) & endless) & trueish)"),
            ("a.b.c(_X, __, _)", "a.b.c(_X, __, _)"),
        ],
    )  # fmt: skip
    def test_operators_bind_as_in_jason(self, text: str, structure: str) -> None:
        assert formula(text) == structure

    @pytest.mark.parametrize(
        ("text", "structure"),
        [
            ("X = 1 + 2 * 3", "(X = 7)"),
            ("X = -7 div 2", "(X = -3)"),
            ("X = -7 mod 3", "(X = -1)"),
            ("X = 2 ** 3 ** 2", "(X = 512)"),
            ("X = .5 + 1e2", "(X = 100.5)"),
            ("1 < 2 & a", "(true & a)"),
            ("not true | false", "false"),
            ('"a" == "b"', "false"),
            ('1 == "a"', '(1 == "a")'),
        ],
    )
    def test_constants_are_computed_when_they_are_read(self, text: str, structure: str) -> None:
        assert formula(text) == structure

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ('"¿qué? ñ €"', "¿qué? ñ €"),
            (r'"a\nb\t\"c\" \\ \u00e9"', 'a\nb\t"c" \\ é'),
            ('"// no comment /* nor this */ # nor this"', "// no comment /* nor this */ # nor this"),
            ('""', ""),
        ],
    )
    def test_strings(self, text: str, value: str) -> None:
        argument = parse_literal(f"b({text})").args[0]
        assert isinstance(argument, tree.Constant) and argument.value == value

    @pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
    def test_the_text_of_a_formula_is_read_as_the_same_formula(self, path: Path) -> None:
        program = parse_program(path.read_text(encoding="utf-8"))
        formulas = [plan.context for plan in program.plans if plan.context is not None]
        formulas += [rule.body for rule in program.rules]
        for one in formulas:
            assert formula(str(one)) == str(one)


class TestStatements:
    def test_each_kind_in_its_order(self) -> None:
        program = parse_program("b(1). !g(2). r(X) :- b(X). +!g(X) : r(X) <- do(X). -b(_). +?t. @l[atomic] +b <- do.")
        assert list(map(str, program.beliefs)) == ["b(1)"]
        assert [(goal.line, str(goal.literal)) for goal in program.goals] == [(1, "g(2)")]
        assert [str(rule.head) for rule in program.rules] == ["r(X)"]
        assert [str(plan.event) for plan in program.plans] == ["+!g(X)", "-b(_)", "+?t", "+b"]
        assert str(program.plans[-1].label) == "l[atomic]"

    def test_comments_are_skipped_and_lines_counted(self) -> None:
        program = parse_program("// one\n/* two\nthree */ b. # four\n\n+!g : /* x */ b // y\n <-\n\t do. /* open")
        assert program.beliefs[0].line == 3
        (plan,) = program.plans
        assert (plan.event.line, plan.body[0].line) == (5, 7)

    def test_a_semicolon_may_stand_before_the_full_stop(self) -> None:
        assert len(body("a; b;\n.")) == 2
        assert parse_program("b(1);.").beliefs

    def test_literals_and_events_by_themselves(self) -> None:
        assert str(parse_literal("all(b(1), [c|_])[x]")) == "all(b(1), [c|_])[x]"
        assert str(parse_event("-!g(X)")) == "-!g(X)"
        for text in ("b(1). c", "b(", "X", "", "+b", "b.", "1"):
            with pytest.raises(ParseError):
                parse_literal(text)
        for text in ("b", "+b.", "+", "+!", ""):
            with pytest.raises(ParseError):
                parse_event(text)


class TestBodies:
    def test_signs(self) -> None:
        steps = body("!a; !!b; ?c; +d; -e; -+f; g; .h; X = 1; -X; + b(1).")
        signs = [step.sign.value if isinstance(step, tree.SimpleStep) and step.sign else "" for step in steps]
        assert signs == ["!", "!!", "?", "+", "-", "-+", "", "", "", "-", "+"]

    def test_blocks_need_no_semicolon_after_them(self) -> None:
        steps = body("if (a) { b; } for (c) { } while (d) { e; f } g; if (h) { i }.")
        kinds = [type(step).__name__ for step in steps]
        assert kinds == ["IfStep", "ForStep", "WhileStep", "SimpleStep", "IfStep"]

    def test_each_alternative_has_its_line(self) -> None:
        (step,) = body("\n if (a) { b }\n elif (c) { d }\n else if (e) {\n f }\n else { g }.")
        lines = []
        while isinstance(step, tree.IfStep):
            lines.append((step.line, str(step.condition), step.then[0].line))
            if isinstance(step.otherwise[0], tree.SimpleStep):
                lines.append((step.otherwise[0].line, "", 0))
            step = step.otherwise[0]
        assert lines == [(2, "a", 2), (3, "c", 3), (4, "e", 5), (6, "", 0)]

    def test_a_step_begins_with_its_first_token(self) -> None:
        assert [step.line for step in body("\n(\na | b);\n+\nc;\n.d(\n1).")] == [2, 4, 6]

    def test_events_in_braces(self) -> None:
        (step,) = body(".wait({+!go(X)[a]}, 100, T).")
        assert isinstance(step, tree.SimpleStep)
        assert str(step.term) == ".wait({+!go(X)[a]}, 100, T)"


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "line", "kind", "given"),
        [
            # Characters and words
            ("b.\n% c", 2, "comment", "%"),
            ("b :-\n \\+ a.", 2, "not", "\\"),
            ('b("a\n").', 1, "string", '"'),
            ("b.\ncasa(ñ).", 2, "accent", "ñ"),
            ("b.\nc$.", 2, "character", "$"),
            ('b.\nc("\\x").', 2, "escape", '"\\x"'),
            # Statements
            ("b(1)\nc(2).", 2, "stop", "c"),
            ("b.\nX = 1.", 2, "unexpected", "X"),
            ("b.\n{ c }", 2, "unexpected", "{"),
            ("b(1)", 1, "end", ""),
            ("+!g <-\n a(", 2, "end", ""),
            ("+!g :\n a, b <- c.", 2, "and", ","),
            ("+!g :- a.", 1, "arrow", ":-"),
            ("+ <- a.", 1, "name", "<-"),
            ("@l\n!g.", 2, "trigger", "!"),
            ("+!g <- a\n+!h <- b.", 1, "missing_stop", "!"),
            ("+!g <-\n a\n\n-!h <- b.", 2, "missing_stop", "!"),
            ("+!g <- a\n+h : b <- c.", 1, "missing_stop", ":"),
            ("+!g <- a\n+h <- c.", 1, "missing_stop", "<-"),
            # Bodies
            ("+!g <- a,\n b.", 1, "semicolon", ","),
            ("+!g <- if (a) { b, c }.", 1, "semicolon", ","),
            ("+!g <- a b.", 1, "in_body", "b"),
            ("+!g <- a\n !b.", 2, "in_body", "!"),
            ("+!g <- if (a) { b\n c }.", 2, "in_block", "c"),
            ("+!g <- if a { b }.", 1, "opening", "a"),
            ("+!g <- if (a) b.", 1, "block", "b"),
            ("+!g <- if (a, b) { c }.", 1, "and", ","),
            ("+!g <- while (a; b) { c }.", 1, "closing", ";"),
            ("+!g <- if (a) { b } else c.", 1, "block", "c"),
            ("+!g <- elif (a) { b }.", 1, "term", "elif"),
            ("+!g <- ; a.", 1, "term", ";"),
            ("+!g <- a;; b.", 1, "term", ";"),
            ("+!g <- a ||| b.", 1, "parallel", "|||"),
            # Terms
            ("+!g : X != 2 <- a.", 1, "different", "!"),
            ("+!g <- if (X != 2) { a }.", 1, "different", "!"),
            ("+!g <- .count(b(X) & X != 2, N).", 1, "different", "!"),
            ("+!g <- X is 2.", 1, "equals", "is"),
            ("+!g <- Do(1).", 1, "capital", "("),
            ("+!g <- do(X(1)).", 1, "capital", "("),
            ("+!g <- do(a b).", 1, "argument", "b"),
            ("+!g <- do(a)[b c].", 1, "annotation", "c"),
            ("+!g <- X = [a b].", 1, "list", "b"),
            ("+!g <- X = [a|T, b].", 1, "list", ","),
            ("+!g <- X = (1 2).", 1, "closing", "2"),
            ("+!g <- X = 1 + .", 1, "term", "."),
            ("+!g <- f().", 1, "term", ")"),
            ("+!g <- .wait({go}, 10).", 1, "event", "go"),
            ("+!g <- .wait({+go, 10).", 1, "event", ","),
            ("+!g <- .wait({+go} 10).", 1, "argument", "10"),
            ("b(X + 1).", 1, "belief", "X + 1"),
            ("+!g([Y|X * 2]) <- a.", 1, "head", "X * 2"),
            ("b(X - 1) :- c(X).", 1, "head", "X - 1"),
        ],
    )  # fmt: skip
    def test_syntax_errors_name_the_mistake(self, text: str, line: int, kind: str, given: str) -> None:
        found = error(text)
        assert (found.line, found.kind, found.args["given"]) == (line, f"syntax.{kind}", given)

    @pytest.mark.parametrize(
        ("text", "line", "kind"),
        [
            ("+!g <-\n X = 1 / 0.", 2, "syntax.zero"),
            ("+!g <-\n X = 1 mod 0.", 2, "syntax.zero"),
            ("b.\nc(9 ** 9 ** 9).", 2, "syntax.number"),
            ("b.\n{ begin x }", 2, "pattern"),
            ("+!g :\n X + 1 <- a.", 2, "no_query"),
            ('+!g : a &\n "b" <- c.', 2, "no_query"),
            ("+!g <- a;\n [1, 2].", 2, "no_query"),
            ("+!g <- do(X = 1).", 1, "no_query"),
            ('+!g <- X = 1 +\n "a" * 2.', 2, "no_number"),
            ("+!g <- X = a + 1.", 1, "no_number"),
            ("+!g <-\n +(a & b).", 2, "no_literal"),
            ("+!g <-\n !1.", 2, "no_literal"),
            ("b :-\n c(" + "[" * 400 + "]" * 400 + ").", 2, "syntax.deep"),
        ],
    )  # fmt: skip
    def test_terms_out_of_place_are_named_with_their_line(self, text: str, line: int, kind: str) -> None:
        found = error(text)
        assert (found.line, found.kind) == (line, kind)

    def test_every_illegal_character_is_reported(self) -> None:
        with pytest.raises(ParseError) as raised:
            parse_program("% one\nb(1).\n% two\n")
        assert [found.line for found in raised.value.diagnostics] == [1, 3]

    def test_several_terms_out_of_place_come_in_the_order_of_lines(self) -> None:
        with pytest.raises(ParseError) as raised:
            parse_program("+!g(X + 1) :\n 3 <-\n !4.\nb(Y + 1).")
        assert [found.line for found in raised.value.diagnostics] == [1, 2, 3, 4]

    def test_long_programs_and_deep_terms_are_no_problem(self) -> None:
        assert len(body("; ".join(["a"] * 5000) + ".")) == 5000
        assert formula("f(" * 100 + "1" + ")" * 100)


class TestTables:
    def test_tables_that_cannot_be_used_are_built_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        tables = tmp_path / "new" / "grammar.tables"
        monkeypatch.setattr(grammar_tables, "_TABLES", tables)
        grammar_tables.write_tables()
        written = tables.read_bytes()
        grammar_tables.write_tables()
        assert tables.read_bytes() == written
        tables.write_bytes(b"not tables")
        assert grammar_tables.lalr_parser().parse("b.", start="program").data == "program"

    def test_tables_older_than_the_grammar_are_built_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tables = tmp_path / "grammar.tables"
        monkeypatch.setattr(grammar_tables, "_TABLES", tables)
        tables.write_bytes(b"old")
        os.utime(tables, (0, 0))
        grammar_tables.write_tables()
        assert tables.stat().st_size > 1000
