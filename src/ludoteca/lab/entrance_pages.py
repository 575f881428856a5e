"""The pages in front of the lab: they ask for the token of the lab, or let people into a class."""

from __future__ import annotations

from html import escape

from ludoteca.core.i18n import LANGUAGES, Message, phrase, say
from ludoteca.lab.qr_codes import qr_svg

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }}
body {{ max-width: 26rem; margin: {top} auto 2rem; padding: 0 1rem; }}
html {{ background: light-dark(#fbf7f0, #1b1714); color: light-dark(#2a2118, #f1e9df); }}
a {{ color: light-dark(#9a4a12, #e9a15b); }}
input, button, .button {{
  font: inherit; box-sizing: border-box; width: 100%; padding: .5rem .75rem; margin-top: .75rem; }}
input, button, .button {{ border: 1px solid light-dark(#d9cdbb, #4a4038); border-radius: .5rem; }}
input {{ background: light-dark(#fffdf8, #26201c); color: inherit; }}
.button {{ display: block; text-align: center; text-decoration: none; }}
button, .button {{ cursor: pointer; font-weight: 600;
  background: light-dark(#9a4a12, #e9a15b); color: light-dark(#fff, #1b1714); }}
.problem {{ font-weight: bold; }}
.qr {{ display: block; width: 12rem; margin: 1rem auto; background: #fff; }}
</style>
{head}</head>
<body>
<main>
<h1>{title}</h1>
{content}
<p>{others}</p>
</main>
</body>
</html>
"""


def token_page(language: str, problem: Message | None = None) -> bytes:
    """The page that asks for the token of the lab, with what was wrong with the last one."""
    sentence = phrase("lab.access.no_token", language)
    form = _token_form(language, phrase("lab.access.token", language))
    return _page("Ludoteca", language, _sentence(sentence, problem, language) + form)


def sign_in_page(name: str, language: str, problem: Message | None = None) -> bytes:
    """The page that asks a member of a class for the personal link, with what was wrong with the last one."""
    sentence = phrase("lab.access.no_member", language)
    form = _token_form(language, phrase("lab.entrance.link", language))
    new = f"<p>{escape(phrase('lab.entrance.new_here', language))}</p>"
    return _page(f"Ludoteca · {name}", language, _sentence(sentence, problem, language) + form + new)


def join_page(
    name: str, code: str, language: str, problem: Message | None, signed_in: str | None, given: str = ""
) -> bytes:
    """The page on which a student chooses a name to join a class; `signed_in` is who uses this browser already."""
    content = _sentence(phrase("lab.entrance.join", language, name=name), problem, language)
    if signed_in is not None:
        here = escape(phrase("lab.entrance.signed_in", language, name=signed_in))
        content += f'<p>{here} <a href="/">{escape(phrase("lab.entrance.go", language))}</a></p>'
    if problem is None or problem.key != "classroom.members.no_code":
        label, button = (escape(phrase(f"lab.entrance.{key}", language)) for key in ("name", "join_button"))
        content += f"""<form method="post" action="/join/{escape(code)}?lang={language}">
<label for="name">{label}</label>
<input id="name" name="name" maxlength="60" autocomplete="name" required autofocus value="{escape(given)}">
<button>{button}</button>
</form>"""
    return _page(f"Ludoteca · {name}", language, content, path=f"/join/{code}")


def joined_page(name: str, student: str, link: str, language: str) -> bytes:
    """The page that shows a new student the personal link, once."""
    say_ = {key: escape(phrase(f"lab.entrance.{key}", language, name=student)) for key in ("welcome", "keep", "phone")}
    copy, copied, go = (escape(phrase(f"lab.entrance.{key}", language)) for key in ("copy", "copied", "go"))
    content = f"""<p>{say_["welcome"]}</p>
<p class="problem">{say_["keep"]}</p>
<input id="link" readonly value="{escape(link)}" aria-label="{escape(phrase("lab.entrance.link", language))}">
<button id="copy" disabled data-copied="{copied}">{copy}</button>
<a class="button" href="/">{go}</a>
<p>{say_["phone"]}</p>
<div class="qr">{qr_svg(link)}</div>"""
    script = '<script type="module" src="/static/js/personal_link.js"></script>\n'
    return _page(f"Ludoteca · {name}", language, content, head=script, top="5vh")


def _page(title: str, language: str, content: str, path: str = "/", head: str = "", top: str = "15vh") -> bytes:
    others = [other for other in LANGUAGES if other != language and not head]
    links = " ".join(
        f'<a href="{escape(path)}?lang={other}" lang="{other}">{escape(phrase("lab.access.language", other))}</a>'
        for other in others
    )
    page = _PAGE.format(language=language, title=escape(title), content=content, head=head, top=top, others=links)
    return page.encode()


def _sentence(sentence: str, problem: Message | None, language: str) -> str:
    if problem is None:
        return f"<p>{escape(sentence)}</p>"
    return f'<p class="problem" role="alert">{escape(say(problem, language))}</p>'


def _token_form(language: str, label: str) -> str:
    button = escape(phrase("lab.access.enter", language))
    return f"""<form method="post" action="/token?lang={language}">
<label for="token">{escape(label)}</label>
<input type="password" id="token" name="token" autocomplete="current-password" required autofocus>
<button>{button}</button>
</form>"""
