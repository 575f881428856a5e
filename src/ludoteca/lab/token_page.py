"""The page that asks for the token."""

from __future__ import annotations

from html import escape

from ludoteca.core.i18n import LANGUAGES, Message, phrase, say

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ludoteca</title>
<style>
:root {{ color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }}
body {{ max-width: 26rem; margin: 15vh auto 0; padding: 0 1rem; }}
html {{ background: light-dark(#fbf7f0, #1b1714); color: light-dark(#2a2118, #f1e9df); }}
a {{ color: light-dark(#9a4a12, #e9a15b); }}
input, button {{ font: inherit; box-sizing: border-box; width: 100%; padding: .5rem .75rem; margin-top: .75rem; }}
.problem {{ font-weight: bold; }}
</style>
</head>
<body>
<main>
<h1>Ludoteca</h1>
<p{problem}>{sentence}</p>
<form method="post" action="/token?lang={language}">
<label for="token">{label}</label>
<input type="password" id="token" name="token" autocomplete="current-password" required autofocus>
<button>{button}</button>
</form>
<p>{others}</p>
</main>
</body>
</html>
"""


def token_page(language: str, problem: Message | None = None) -> bytes:
    """The page in a language, with what was wrong with the last token."""
    links = (f'<a href="/?lang={other}" lang="{other}">{_title(other)}</a>' for other in LANGUAGES if other != language)
    return _PAGE.format(
        language=language,
        problem="" if problem is None else ' class="problem"',
        sentence=escape(phrase("lab.access.no_token", language) if problem is None else say(problem, language)),
        label=escape(phrase("lab.access.token", language)),
        button=escape(phrase("lab.access.enter", language)),
        others=" ".join(links),
    ).encode()


def _title(language: str) -> str:
    return escape(phrase("lab.access.language", language))
