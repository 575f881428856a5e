"""The style of the Azul board and the drawings of its tiles, as SVG."""

from __future__ import annotations

STYLE = """
.azul text{font-family:system-ui,sans-serif}
.azul .plate{fill:#e9dcc3;stroke:#b9a47c;stroke-width:2}
.azul .middle{fill:#e9dcc3;fill-opacity:.35;stroke:#b9a47c;stroke-width:2;stroke-dasharray:6 6}
.azul .board{fill:#fbf5e8;stroke:#cdbb97;stroke-width:2}
.azul .board.turn{stroke:#1f5fa8;stroke-width:4}
.azul .slot{fill:#efe4cd;stroke:#cbb88f;stroke-width:1.5}
.azul .number{font-size:17px;font-weight:600;fill:currentColor;fill-opacity:.75;text-anchor:middle}
.azul .cost{font-size:13px;fill:#8a3b2c;text-anchor:middle}
.azul .name{font-size:22px;font-weight:700;fill:#3b2f1c}
.azul .points{font-size:26px;font-weight:800;fill:#1f4f86;text-anchor:end}
.azul .note{font-size:17px;fill:currentColor}
.azul .count{font-size:15px;font-weight:700;fill:currentColor;text-anchor:middle}
.azul .hit{fill:#fff;fill-opacity:0}
.azul .last{fill:none;stroke:#1f5fa8;stroke-width:3;stroke-dasharray:4 6;stroke-linecap:round}
.azul [data-pick],.azul [data-drop]{cursor:pointer}
.azul .row{fill:#1f5fa8;fill-opacity:0}
.azul .open>.row{fill-opacity:.16;stroke:#1f5fa8;stroke-width:2}
.azul .picked>.hit{fill-opacity:.001;stroke:#1f5fa8;stroke-width:5}
.azul [data-pick]:hover>.hit,.azul [data-pick]:focus-visible>.hit{stroke:#1f5fa8;stroke-width:3}
"""

# Each colour also has a pattern: star, ring, cross, lattice and asterisk.
SYMBOLS = """<defs aria-hidden="true">
<symbol id="azul-blue" viewBox="0 0 44 44"><rect width="44" height="44" rx="6" fill="#2b6cb8"/>
<path d="M22 5 27 17 39 22 27 27 22 39 17 27 5 22 17 17z" fill="#d9ebfb"/>
<circle cx="22" cy="22" r="5" fill="#2b6cb8"/></symbol>
<symbol id="azul-yellow" viewBox="0 0 44 44"><rect width="44" height="44" rx="6" fill="#f0b429"/>
<circle cx="22" cy="22" r="14" fill="none" stroke="#b5531c" stroke-width="4"/>
<circle cx="22" cy="22" r="6" fill="#b5531c"/></symbol>
<symbol id="azul-red" viewBox="0 0 44 44"><rect width="44" height="44" rx="6" fill="#c8392f"/>
<path d="M17 6h10v11h11v10H27v11H17V27H6V17h11z" fill="#fbd9b0"/></symbol>
<symbol id="azul-black" viewBox="0 0 44 44"><rect width="44" height="44" rx="6" fill="#2c2f36"/>
<path d="M0 22 22 0M0 44 44 0M22 44 44 22M22 0 44 22M0 0 44 44M0 22 22 44" stroke="#66c2b0" stroke-width="3"/></symbol>
<symbol id="azul-white" viewBox="0 0 44 44"><rect x="1" y="1" width="42" height="42" rx="6" fill="#f7fafc"
stroke="#9db4c6" stroke-width="2"/><path d="M22 6v32M8 14l28 16M36 14 8 30" stroke="#2f9c95" stroke-width="4"
stroke-linecap="round"/></symbol>
<symbol id="azul-marker" viewBox="0 0 44 44"><rect x="1" y="1" width="42" height="42" rx="21" fill="#fffdf6"
stroke="#1f5fa8" stroke-width="3"/><text x="22" y="30" font-size="24" font-weight="800" fill="#1f5fa8"
text-anchor="middle">1</text></symbol></defs>"""
