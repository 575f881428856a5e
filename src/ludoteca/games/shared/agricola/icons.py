"""The icons of Agricola pictures: goods, animals, people, buildings, actions and improvements."""

from __future__ import annotations

from collections.abc import Mapping

# Every icon is 40 wide and 40 high. People take their colour from where they are used.
ICONS = {
    "wood": '<path d="M8 15 26 8l8 5v10L15 32 8 27z" fill="#a86f35"/><path d="M8 15 26 8l8 5-18 8z" fill="#c48a4a"/>'
    '<ellipse cx="11.8" cy="23" rx="5" ry="7.5" fill="#e7c48d" stroke="#7c4d1f" stroke-width="1.5"/>'
    '<ellipse cx="11.8" cy="23" rx="2" ry="3.5" fill="none" stroke="#7c4d1f"/>',
    "clay": '<path d="M5 17 22 9l13 6v10l-17 8-13-6z" fill="#a84f2b"/><path d="M5 17 22 9l13 6-17 8z" fill="#d2794f"/>'
    '<path d="M18 23v10l17-8V15z" fill="#8c3f20"/>',
    "reed": '<g fill="none" stroke="#7a8f3c" stroke-width="3" stroke-linecap="round"><path d="M13 35 14 12M20 35V8'
    'M27 35l-1-22"/></g><g fill="#7d5a2a"><rect x="11.5" y="6" width="5" height="11" rx="2.5"/>'
    '<rect x="17.5" y="3" width="5" height="12" rx="2.5"/><rect x="23.5" y="7" width="5" height="11" rx="2.5"/>'
    '</g><path d="M10 27h20" stroke="#c9a34e" stroke-width="3.5"/>',
    "stone": '<path d="M6 26 10 13l12-5 11 7 2 12-9 6H12z" fill="#8f8e88"/><path d="M10 13l12-5 11 7-11 4z" '
    'fill="#c4c3bd"/><path d="M10 13l12 6-2 14h-8l-6-7z" fill="#a6a59f"/>',
    "grain": '<path d="M20 36V14" stroke="#a87f17" stroke-width="2.5" stroke-linecap="round"/><g fill="#eebf2f" '
    'stroke="#a87f17"><ellipse cx="20" cy="8" rx="4" ry="6"/><ellipse cx="13.5" cy="14" rx="3.6" ry="6" '
    'transform="rotate(-32 13.5 14)"/><ellipse cx="26.5" cy="14" rx="3.6" ry="6" '
    'transform="rotate(32 26.5 14)"/><ellipse cx="13.5" cy="23" rx="3.6" ry="6" '
    'transform="rotate(-32 13.5 23)"/><ellipse cx="26.5" cy="23" rx="3.6" ry="6" '
    'transform="rotate(32 26.5 23)"/></g>',
    "vegetable": '<path d="M20 13q-3-9-9-9 2 6 7 9zM20 13q0-9 6-11 2 6-3 11z" fill="#4d8b3a"/>'
    '<path d="M11 15q9-5 18 0 1 9-9 22-10-13-9-22z" fill="#e77e2c" stroke="#ac5312" stroke-width="1.5"/>'
    '<path d="M14 20h6M19 26h6" stroke="#ac5312" stroke-width="1.5" stroke-linecap="round"/>',
    "sheep": '<path d="M13 27v7M27 27v7" stroke="#4b4038" stroke-width="3.5" stroke-linecap="round"/>'
    '<path d="M7 21a6 6 0 0 1 3-9 7 7 0 0 1 9-3 7 7 0 0 1 9 2 6 6 0 0 1 4 9 6 6 0 0 1-6 9H13a6 6 0 0 1-6-8z" '
    'fill="#fffdf6" stroke="#8b8073" stroke-width="1.5"/><ellipse cx="33" cy="17" rx="4.5" ry="6" fill="#4b4038"/>',
    "boar": '<path d="M12 26v8M26 26v8" stroke="#2b2422" stroke-width="4" stroke-linecap="round"/>'
    '<path d="M4 22q0-12 14-12 9 0 14 5l5 5-2 5-7 3H11q-7 0-7-6z" fill="#4a3d39"/>'
    '<path d="M8 13l5-5 4 4 4-4 4 5" fill="none" stroke="#2b2422" stroke-width="2.5" stroke-linejoin="round"/>'
    '<path d="M33 26q3 0 4-4" fill="none" stroke="#fff7e0" stroke-width="2" stroke-linecap="round"/>'
    '<circle cx="29" cy="18" r="1.4" fill="#fff7e0"/>',
    "cattle": '<path d="M10 25v10M25 25v10" stroke="#6b3a1d" stroke-width="4" stroke-linecap="round"/>'
    '<path d="M3 15q1-4 5-4h20l6-1q4 4 3 10l-4 4-4-2-2 5H8q-5-2-5-12z" fill="#93522a"/>'
    '<path d="M11 11q6-1 9 1 0 8-6 8-5-2-3-9z" fill="#f4e4cc"/>'
    '<path d="M28 11q-2-4 1-7M35 11q4-2 3-7" fill="none" stroke="#d9c49a" stroke-width="2.5" stroke-linecap="round"/>',
    "food": '<path d="M5 19h30q0 14-15 14T5 19z" fill="#c8472f"/><path d="M5 19q2-7 15-7t15 7-15 5-15-5z" '
    'fill="#f3cf7d" stroke="#c8472f" stroke-width="1.5"/><circle cx="15" cy="18" r="2.5" fill="#e77e2c"/>'
    '<circle cx="23" cy="17" r="2.5" fill="#6da043"/>',
    "person": '<path d="M20 4a7 7 0 0 1 5 12q8 2 10 9l-7 1 3 10H9l3-10-7-1q2-7 10-9a7 7 0 0 1 5-12z" '
    'stroke-width="2.5" stroke-linejoin="round"/>',
    "child": '<circle cx="20" cy="14" r="7.5" stroke-width="2"/><path d="M10 36q-1-14 10-14t10 14z" '
    'stroke-width="2" stroke-linejoin="round"/>',
    "stable": '<path d="M5 18 20 6l15 12v17H5z" fill="#a5412e" stroke="#6e2417" stroke-width="1.5"/>'
    '<path d="M14 35V22h12v13M14 22l12 13M26 22 14 35" fill="none" stroke="#f4dcc0" stroke-width="2"/>',
    "fence": '<g fill="#a9793f" stroke="#6b4520"><path d="M5 14l4-5 4 5v20H5zM16 14l4-5 4 5v20h-8zM27 14l4-5 4 5'
    'v20h-8z"/><path d="M3 18h34v4H3zM3 26h34v4H3z"/></g>',
    "room": '<path d="M4 20 20 6l16 14h-4v15H8V20z" fill="#d2a25c" stroke="#7c4d1f" stroke-width="1.5"/>'
    '<path d="M16 35V25h8v10z" fill="#7c4d1f"/>',
    "renovate": '<path d="M4 20 20 6l16 14h-4v15H8V20z" fill="#c9764e" stroke="#7d3d20" stroke-width="1.5"/>'
    '<path d="M8 25h24M8 30h24M14 20v5M26 20v5M20 25v5M14 30v5M26 30v5" stroke="#7d3d20" stroke-width="1.2"/>',
    "plow": '<rect x="4" y="8" width="32" height="26" rx="4" fill="#9a6a3e"/>'
    '<path d="M8 15q6-4 12 0t12 0M8 22q6-4 12 0t12 0M8 29q6-4 12 0t12 0" fill="none" stroke="#6d4522" '
    'stroke-width="2.5" stroke-linecap="round"/>',
    "bread": '<path d="M5 24q0-12 15-12t15 12q0 8-4 8H9q-4 0-4-8z" fill="#d79a4a" stroke="#8f5a1b" '
    'stroke-width="1.5"/><path d="M13 17l4 6M20 16l4 6M27 17l3 5" stroke="#8f5a1b" stroke-width="2" '
    'stroke-linecap="round"/>',
    "star": '<path d="M20 4l4.7 10.3L36 15.5l-8.5 7.7 2.5 11.3L20 28.7 10 34.5l2.5-11.3L4 15.5'
    'l11.3-1.2z" fill="#e6b534" stroke="#8f6a10" stroke-width="1.5" stroke-linejoin="round"/>',
    "first": '<path d="M10 37V4" stroke="#6b4520" stroke-width="3.5" stroke-linecap="round"/>'
    '<path d="M11 5h22l-6 7 6 7H11z" fill="#e6b534" stroke="#8f6a10" stroke-width="1.5"/>',
    "begging": '<rect x="9" y="4" width="22" height="32" rx="3" fill="#8c2f28"/>'
    '<path d="M14 20h12" stroke="#fff4e6" stroke-width="3.5" stroke-linecap="round"/>',
    "sickle": '<path d="M15 37 19 28" stroke="#7c4d1f" stroke-width="5" stroke-linecap="round"/>'
    '<path d="M18 29Q36 24 30 4q2 15-15 19z" fill="#b9bfc4" stroke="#626a70" stroke-width="1.5"/>',
    "fireplace": '<path d="M20 3q10 9 9 18a9.5 9.5 0 0 1-18 1q-1-6 4-10 0 5 3 6 3-7 2-15z" fill="#e9702a"/>'
    '<path d="M20 17q5 5 4 9a4.5 4.5 0 0 1-8 0q0-5 4-9z" fill="#fbd34f"/>'
    '<path d="M7 33 33 37M33 33 7 37" stroke="#7c4d1f" stroke-width="3.5" stroke-linecap="round"/>',
    "hearth": '<path d="M13 30q-1-5 3-8 0 3 2 3 2-3 2-6 5 4 5 8 0 2-1 4z" fill="#e9702a"/>'
    '<path d="M7 9h26v5q0 9-13 9T7 14z" fill="#4d4a47"/><path d="M4 8h32" stroke="#2d2b29" stroke-width="3.5" '
    'stroke-linecap="round"/><path d="M9 34h22" stroke="#8d4626" stroke-width="6" stroke-linecap="round"/>',
    "clay-oven": '<path d="M4 34V24Q5 7 20 7t16 17v10z" fill="#cf7a4f" stroke="#8d4626" stroke-width="1.5"/>'
    '<path d="M13 34v-8q0-6 7-6t7 6v8z" fill="#3f2a1e"/><path d="M16 34q0-6 4-9 4 3 4 9z" fill="#f09a36"/>',
    "stone-oven": '<path d="M4 34V24Q5 7 20 7t16 17v10z" fill="#a9a8a2" stroke="#66655f" stroke-width="1.5"/>'
    '<path d="M7 17h8M25 17h8M16 8v6M24 8v6" stroke="#66655f" stroke-width="1.5"/>'
    '<path d="M13 34v-8q0-6 7-6t7 6v8z" fill="#33302d"/><path d="M16 34q0-6 4-9 4 3 4 9z" fill="#f09a36"/>',
    "joinery": '<path d="M9 8h22v4H9zM11 20h18M11 12v24M29 12v24" fill="#a8733a" stroke="#7c4d1f" stroke-width="3.5" '
    'stroke-linejoin="round"/>',
    "pottery": '<path d="M14 5h12l-2 6q9 5 9 13t-7 12H14q-7-4-7-12t9-13z" fill="#bd6a41" stroke="#7d3d20" '
    'stroke-width="1.5"/><path d="M9 21q11 4 22 0" fill="none" stroke="#f0d3ae" stroke-width="2.5"/>',
    "basketmaker": '<path d="M10 19Q10 5 20 5t10 14" fill="none" stroke="#8b6a2a" stroke-width="3"/>'
    '<path d="M5 18h30l-4 17H9z" fill="#d3ab58" stroke="#8b6a2a" stroke-width="1.5"/>'
    '<path d="M7 24h26M8 30h24M15 18l1 17M25 18l-1 17" stroke="#8b6a2a" stroke-width="1.5"/>',
    "well": '<path d="M4 15 20 3l16 12z" fill="#a5412e"/><path d="M9 15v10M31 15v10" stroke="#7c4d1f" '
    'stroke-width="3"/><path d="M6 25h28v10q-14 5-28 0z" fill="#a6a59f" stroke="#66655f" stroke-width="1.5"/>'
    '<ellipse cx="20" cy="25" rx="14" ry="4" fill="#5d9cc4" stroke="#66655f" stroke-width="1.5"/>',
}
"""The shape of each icon, by its name."""


def icon_symbols(icons: Mapping[str, str]) -> str:
    """The definitions that `icon` refers to."""
    symbols = (f'<symbol id="agricola-{name}" viewBox="0 0 40 40">{shape}</symbol>' for name, shape in icons.items())
    return f"<defs>{''.join(symbols)}</defs>"


def icon(name: str, x: float, y: float, size: float, more: str = "") -> str:
    """An icon with its upper left corner at a point."""
    return f'<use href="#agricola-{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"{more}/>'


def improvement_icon(name: str) -> str:
    """The icon of an improvement; improvements of one kind share it.

    >>> improvement_icon("hearth-4"), improvement_icon("clay-oven")
    ('hearth', 'clay-oven')
    """
    kind = name.rstrip("-0123456789")
    return kind if kind in ICONS else "star"
