"""The style sheet and the symbols of the pieces for pictures of Queens and blocks."""

from __future__ import annotations

STYLE = """
.queens text{font-family:system-ui,sans-serif}
.queens .names text{font-weight:500;fill:currentColor;fill-opacity:.8;text-anchor:middle}
.queens .frame{fill:#6f4d2c}
.queens .light{fill:#fbf4e4}
.queens .dark{fill:#f1e5cb}
.queens .shade{fill:#7d5f3c;fill-opacity:.34}
.queens .dot{fill:#3d8b57}
.queens .hit{fill:#3d8b57;fill-opacity:0;stroke:none}
.queens .lines{fill:none;stroke:#c2410c;stroke-opacity:.62;stroke-width:.12;stroke-linecap:round;display:none;\
pointer-events:none}
.queens [id]:hover+.lines,.queens .piece:focus+.lines,.queens [id]:focus-visible+.lines{display:inline}
.queens .piece{outline:none}
.queens use.white{fill:#fffdf6;stroke:#3b2a1a}
.queens use.black{fill:#2a2522;stroke:#120e0c}
.queens .black .band{stroke:#d9c7a3}
.queens .last{fill:none;stroke:#d97706;stroke-width:.06;stroke-dasharray:.12 .09;pointer-events:none}
.queens [data-move],.queens [data-pick],.queens .open{cursor:pointer}
.queens [data-move]:hover>.hit,.queens [data-move]:focus-visible>.hit{fill-opacity:.28}
.queens .open>.hit{fill-opacity:.14}
.queens .open:hover>.hit,.queens .open:focus-visible>.hit{fill-opacity:.42}
.queens .card{fill:#fbf5e8;stroke:#cdbb97;stroke-width:2}
.queens .card.turn{stroke:#c2410c;stroke-width:5}
.queens .name{font-size:28px;font-weight:700;fill:#3b2f1c}
.queens .count{font-size:25px;fill:#3b2f1c}
.queens .free{font-size:42px;font-weight:800;fill:#2f7a49;text-anchor:middle}
.queens .unit{font-size:24px;fill:#2f7a49;text-anchor:middle}
.queens .button{fill:#efe2c6;stroke:#a98f61;stroke-width:2}
.queens .word{font-size:26px;font-weight:600;fill:#3b2f1c;text-anchor:middle}
.queens [data-move]:hover>.button,.queens [data-pick]:hover>.button{fill:#f7d9a8}
.queens .picked>.button{fill:#f3c887;stroke:#c2410c;stroke-width:5}
"""

# The colours of a queen come from its element; a block and a hole have their own.
SYMBOLS = """<defs>
<linearGradient id="queens-stone" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#9aa5b1"/>\
<stop offset="1" stop-color="#5a6673"/></linearGradient>
<radialGradient id="queens-depth" cx=".5" cy=".6" r=".6"><stop offset="0" stop-color="#0f0b08"/>\
<stop offset=".7" stop-color="#241a12"/><stop offset="1" stop-color="#54402c"/></radialGradient>
<symbol id="queens-queen" viewBox="0 0 100 100"><g stroke-width="4" stroke-linejoin="round">\
<path d="M24 70 13 35 33 52 32 24 46 49 50 19 54 49 68 24 67 52 87 35 76 70z"/>\
<path d="M24 70q26-8 52 0l-2 14q-24-6-48 0z"/><path class="band" d="M28 77q22-6 44 0" fill="none" stroke-width="3"/>\
<path d="M13 27a5.5 5.5 0 1 1-.1 0zM32 15a5.5 5.5 0 1 1-.1 0zM50 10a5.5 5.5 0 1 1-.1 0z\
M68 15a5.5 5.5 0 1 1-.1 0zM87 27a5.5 5.5 0 1 1-.1 0z" stroke-width="3"/></g></symbol>
<symbol id="queens-block" viewBox="0 0 100 100"><rect x="9" y="9" width="82" height="82" rx="15" \
fill="url(#queens-stone)" stroke="#333c46" stroke-width="4"/>\
<path d="M20 34q0-14 14-14h32" fill="none" stroke="#d5dce3" stroke-opacity=".75" stroke-width="6" \
stroke-linecap="round"/></symbol>
<symbol id="queens-hole" viewBox="0 0 100 100"><ellipse cx="50" cy="50" rx="40" ry="40" fill="url(#queens-depth)" \
stroke="#8a6d47" stroke-width="5"/></symbol></defs>"""
