"""The style sheet of Agricola pictures, and the players' colours in it."""

from __future__ import annotations

COLOURS = ("one", "two")
"""The class of each seat's colour."""

STYLE = """
.agricola text{font-family:system-ui,sans-serif;fill:#3b2f1c}
.agricola .paper{fill:#fbf5e8;stroke:#cdbb97;stroke-width:1.5}
.agricola .paper.round{fill:#f6efdb}
.agricola .down{fill:#e5d6b5;fill-opacity:.3;stroke:#b9a47c;stroke-width:1.5;stroke-dasharray:5 5}
.agricola text.low{fill:currentColor;fill-opacity:.75}
.agricola .title{font-weight:600}
.agricola .big{font-weight:800}
.agricola .faint{fill:#786a50}
.agricola .over{fill:currentColor}
.agricola .middle{text-anchor:middle}
.agricola .end{text-anchor:end}
.agricola .taken>.paper{fill:#ece2cb}
.agricola .amounts{pointer-events:none}
.agricola .button{fill:#f3dfae;stroke:#a9813a;stroke-width:1.5}
.agricola [data-move]{cursor:pointer}
.agricola [data-move]>.paper{stroke:#c58a12;stroke-width:3.5;fill:#fffaf0}
.agricola [data-move]:hover>.button{fill:#f8cf7c}
.agricola .offered>.paper{stroke:#c58a12;stroke-width:2;fill:#fffaf0}
.agricola [data-pick],.agricola .drop.open{cursor:pointer}
.agricola [data-pick]>.paper{stroke:#c58a12;stroke-width:3.5;fill:#fffaf0}
.agricola .picked>.paper,.agricola .picked>.button{fill:#f8cf7c;stroke:#7c560a}
.agricola .drop:not(.open)>.spot{display:none}
.agricola .spot{fill:#fff;fill-opacity:.12;stroke:#ffd24d;stroke-width:4}
.agricola .last{fill:none;stroke-width:2.5;stroke-dasharray:1 6;stroke-linecap:round;pointer-events:none}
.agricola .coin{fill:#e6b534;stroke:#8f6a10;stroke-width:1.2}
.agricola .yard{stroke-width:3;fill:#fbf5e8}
.agricola .yard.turn{stroke-width:6}
.agricola .ground{fill:#8fb35c}
.agricola .grass{fill:#a4c46f;stroke:#86a84f;stroke-width:1.5}
.agricola .soil{fill:#9a6a3e;stroke:#7d522c;stroke-width:1.5}
.agricola .meadow{fill:#bcd88a;stroke:#9dbd66;stroke-width:1.5}
.agricola .tuft{fill:none;stroke:#7f9f49;stroke-width:2;stroke-linecap:round}
.agricola .furrow{fill:none;stroke:#7d522c;stroke-width:3;stroke-linecap:round}
.agricola .wall{stroke-width:1.5}
.agricola .wall.wood{fill:#c79a5b;stroke:#8b6430}
.agricola .wall.clay{fill:#c9764e;stroke:#8d4626}
.agricola .wall.stone{fill:#b3b1a9;stroke:#77756d}
.agricola .joint{fill:none;stroke-width:1.5;stroke-opacity:.55}
.agricola .joint.wood{stroke:#8b6430}
.agricola .joint.clay{stroke:#8d4626}
.agricola .joint.stone{stroke:#77756d}
.agricola .post{fill:none;stroke:#6b4520;stroke-width:5.5;stroke-linecap:round}
.agricola .planned{fill:none;stroke:#6b4520;stroke-opacity:.4;stroke-width:2;stroke-dasharray:2 6;stroke-linecap:round}
.agricola .pill{fill:#fffaf0;stroke:#8a7448;stroke-width:1.2}
.agricola .strip{fill:#efe4cd}
.agricola .none{opacity:.3}
.agricola .idle{opacity:.45}
.agricola .gone{opacity:0}
.agricola use{fill:#7c6233;stroke:#fffaf0}
.agricola .one{fill:#b0431c;stroke:#b0431c}
.agricola .two{fill:#1f6796;stroke:#1f6796}
.agricola .yard.one,.agricola .yard.two{fill:#fbf5e8}
.agricola .last.one,.agricola .last.two,.agricola .prompt.one,.agricola .prompt.two{fill:none}
.agricola .prompt.one,.agricola .prompt.two{fill:#fbf5e8}
.agricola use.one,.agricola use.two{stroke:#fffaf0}
.agricola text.one,.agricola text.two{stroke:none}
.agricola .prompt{fill:#fbf5e8;stroke-width:3}
.agricola .pip{fill:none;stroke:currentColor;stroke-opacity:.6;stroke-width:1.5}
.agricola .pip.past{fill:currentColor;fill-opacity:.45;stroke:none}
.agricola .pip.now{fill:#c58a12;stroke:#7c560a;stroke-opacity:1;stroke-width:2}
"""
