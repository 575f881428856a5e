"""Checkers of what programs in Python claim: their words are their authors'; the facts and the line are checked."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ludoteca.core.explanation import Source
from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.shared.claims import OWN_WORDS
from ludoteca.minds.shared.trace_check import Uncheckable, knowledge_of

_CHOOSE = "choose"


def _is_where_chosen(source: Source, text: str) -> bool:
    """Whether the function that chose may begin on the line: `choose`, or any if it is more than a plain function."""
    nodes = list(ast.walk(ast.parse(text, source.file)))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    named = [node for node in functions if node.name == _CHOOSE]
    if len(named) == 1 and not named[0].decorator_list and not any(map(_binds_choose, nodes)):
        return source.line == named[0].lineno
    decorators = [each.lineno for node in functions for each in node.decorator_list]
    lambdas = [node.lineno for node in nodes if isinstance(node, ast.Lambda)]
    return source.line in {*decorators, *lambdas, *(node.lineno for node in functions)}


def _binds_choose(node: ast.AST) -> bool:
    """Whether the name is given to something else: by an assignment or an import."""
    if isinstance(node, ast.Name):
        return node.id == _CHOOSE and isinstance(node.ctx, ast.Store)
    return isinstance(node, ast.alias) and _CHOOSE in (node.name, node.asname)


def _where_chosen(checker: Checker) -> Checker:
    """A checker of words that stand beside the line of the function that chose."""

    def check(claim: Claim) -> bool | None:
        source = claim.why.reason.source
        if source is not None:
            try:
                if not _is_where_chosen(source, knowledge_of(claim, ".py").texts[source.file]):
                    return False
            except Uncheckable:
                pass
        return checker(claim)

    return check


CLAIMS: Mapping[str, Checker] = {key: _where_chosen(checker) for key, checker in OWN_WORDS.items()}
