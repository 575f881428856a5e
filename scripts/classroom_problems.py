"""Writes the problems of ``examples/planning``: small instances of the domains that planning courses use.

``python -m scripts.classroom_problems``. Every domain is one folder with its ``domain.pddl``; the problems are drawn
from a fixed seed, so that they are always the same.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "examples" / "planning"


def problem(domain: str, objects: str, init: list[str], goal: list[str], metric: str = "") -> str:
    """The text of a problem."""
    lines = ["(define (problem NAME)", f"  (:domain {domain})", f"  (:objects {objects})", "  (:init"]
    row = ""
    for fact in init:
        if len(row) + len(fact) > 105:
            lines.append(f"    {row.strip()}")
            row = ""
        row += f" {fact}"
    lines += [f"    {row.strip()})", f"  (:goal (and {' '.join(goal)}))"]
    if metric:
        lines.append(f"  (:metric minimize {metric})")
    return "\n".join(lines) + ")\n"


def names(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]


def blocks(lot: random.Random) -> Iterator[str]:
    for count in (4, 5, 6, 8):
        every = names("b", count)
        init, goal = list(_towers(lot, every)), [fact for fact in _towers(lot, every) if "on " in fact]
        yield problem("blocks", f"{' '.join(every)}", ["(hand-empty)", *init], goal)


def _towers(lot: random.Random, every: list[str]) -> Iterator[str]:
    below = ""
    for name in lot.sample(every, len(every)):
        if below and lot.random() < 0.7:
            yield f"(on {name} {below})"
        else:
            yield f"(on-table {name})"
            if below:
                yield f"(clear {below})"
        below = name
    yield f"(clear {below})"


def logistics(lot: random.Random) -> Iterator[str]:
    for cities, parcels in ((2, 2), (2, 3), (2, 4), (3, 5)):
        places = {city: [f"{city}-office", f"{city}-airport"] for city in names("city", cities)}
        every = [place for own in places.values() for place in own]
        trucks, boxes = [f"{city}-truck" for city in places], names("parcel", parcels)
        init = [f"(in-city {place} {city})" for city, own in places.items() for place in own]
        init += [f"(airport {city}-airport)" for city in places]
        init += [f"(at {city}-truck {lot.choice(own)})" for city, own in places.items()]
        ways = [lot.sample(every, 2) for _ in boxes]
        init += ["(at plane city1-airport)", *(f"(at {box} {way[0]})" for box, way in zip(boxes, ways, strict=True))]
        goal = [f"(at {box} {way[1]})" for box, way in zip(boxes, ways, strict=True)]
        objects = f"{' '.join(places)} - city {' '.join(every)} - place {' '.join(trucks)} - truck plane - plane"
        yield problem("logistics", f"{objects} {' '.join(boxes)} - parcel", init, goal)


def gripper(lot: random.Random) -> Iterator[str]:
    for count in (2, 4, 6, 10):
        balls = names("ball", count)
        init = ["(robot-at kitchen)", "(free left)", "(free right)", *(f"(at {ball} kitchen)" for ball in balls)]
        objects = f"kitchen garden - room left right - gripper {' '.join(balls)} - ball"
        yield problem("gripper", objects, init, [f"(at {ball} garden)" for ball in balls])


def ferry(lot: random.Random) -> Iterator[str]:
    for ports, count in ((2, 2), (3, 3), (4, 5), (5, 8)):
        every, cars = names("port", ports), names("car", count)
        ways = [lot.sample(every, 2) for _ in cars]
        init = ["(empty)", "(ferry-at port1)", *(f"(at {car} {way[0]})" for car, way in zip(cars, ways, strict=True))]
        goal = [f"(at {car} {way[1]})" for car, way in zip(cars, ways, strict=True)]
        yield problem("ferry", f"{' '.join(every)} - port {' '.join(cars)} - car", init, goal)


def depots(lot: random.Random) -> Iterator[str]:
    for count in (2, 3, 4):
        crates, pallets = names("crate", count), ["pallet1", "pallet2", "pallet3"]
        places = ["depot", "market1", "market2"]
        init = [f"(at {pallet} {place})" for pallet, place in zip(pallets, places, strict=True)]
        init += [f"(at hoist{number} {place}) (available hoist{number})" for number, place in enumerate(places, 1)]
        init += [f"(at truck {lot.choice(places)})"]
        top = dict(zip(pallets, pallets, strict=True))
        for crate in crates:
            pallet = lot.choice(pallets)
            init += [f"(on {crate} {top[pallet]})", f"(at {crate} {places[pallets.index(pallet)]})"]
            top[pallet] = crate
        init += [f"(clear {each})" for each in top.values()]
        target, goal = lot.choice(pallets), list[str]()
        for crate in lot.sample(crates, count):
            goal.append(f"(on {crate} {target})")
            target = crate
        objects = f"depot - depot market1 market2 - market truck - truck {' '.join(pallets)} - pallet"
        yield problem("depots", f"{objects} hoist1 hoist2 hoist3 - hoist {' '.join(crates)} - crate", init, goal)


def rovers(lot: random.Random) -> Iterator[str]:
    for count in (3, 5, 7):
        points = names("point", count)
        init = ["(at rover point1)", "(lander-at point2)", "(free rover)"]
        for one, two in itertools.pairwise(points):
            init += [f"(road {one} {two})", f"(road {two} {one})"]
        init += [f"(in-sight {point} point2)" for point in lot.sample(points, 2)]
        soils, rocks = lot.sample(points, 1), lot.sample(points, 1)
        init += [f"(soil {point})" for point in soils] + [f"(rock {point})" for point in rocks]
        init += [f"(visible cliff {lot.choice(points)})", f"(visible dune {lot.choice(points)})"]
        init += ["(= (energy rover) 8)", f"(sunny {lot.choice(points)})", "(= (total-cost) 0)"]
        goal = [f"(told-soil {point})" for point in soils] + [f"(told-rock {point})" for point in rocks]
        goal += ["(told-picture cliff)"]
        objects = f"rover - rover {' '.join(points)} - point cliff dune - sight"
        yield problem("rovers", objects, init, goal, "(total-cost)")


def counters(lot: random.Random) -> Iterator[str]:
    for count, most in ((2, 10), (3, 10), (5, 12), (8, 20)):
        every = names("c", count)
        init = [f"(= (value {each}) {lot.randint(0, most)})" for each in every] + [f"(= (most) {most})"]
        goal = [f"(<= (+ (value {one}) 1) (value {two}))" for one, two in itertools.pairwise(every)]
        yield problem("counters", f"{' '.join(every)} - counter", init, goal)


def sailing(lot: random.Random) -> Iterator[str]:
    for boats, people in ((1, 1), (1, 3), (2, 4)):
        ships, swimmers = names("boat", boats), names("person", people)
        init = [f"(= (x {ship}) {lot.randint(-2, 2)}) (= (y {ship}) 0)" for ship in ships]
        init += [f"(= (distance {each}) {lot.randint(2, 20)})" for each in swimmers]
        objects = f"{' '.join(ships)} - boat {' '.join(swimmers)} - person"
        yield problem("sailing", objects, init, [f"(saved {each})" for each in swimmers])


def settlers(lot: random.Random) -> Iterator[str]:
    for timber, houses in ((4, 1), (6, 2), (4, 3)):
        init = ["(woodland hill)", "(mountain peak)", "(road-possible hill peak)", "(road-possible peak hill)"]
        init += [f"(= (stock {good} {place}) 0)" for good in ("timber", "stone") for place in ("hill", "peak")]
        init += [f"(= (stock timber hill) {timber - 4})"] if timber > 4 else []
        init = [fact for number, fact in enumerate(init) if not (timber > 4 and fact == "(= (stock timber hill) 0)")]
        init += ["(= (houses hill) 0) (= (houses peak) 0) (= (labour) 0)"]
        yield problem("settlers", "hill peak - place", init, [f"(>= (houses peak) {houses})"], "(labour)")


def elevator(lot: random.Random) -> Iterator[str]:
    for floors, people in ((4, 2), (6, 4), (8, 6)):
        levels, riders = names("floor", floors), names("rider", people)
        init = ["(lift-at floor1)"]
        init += [f"(above {high} {low})" for n, low in enumerate(levels) for high in levels[n + 1 :]]
        for rider in riders:
            start, end = lot.sample(levels, 2)
            init += [f"(waits {rider} {start})", f"(wants {rider} {end})"]
        goal = [f"(served {rider})" for rider in riders]
        yield problem("elevator", f"{' '.join(levels)} - floor {' '.join(riders)} - rider", init, goal)


def hanoi(lot: random.Random) -> Iterator[str]:
    for count in (3, 5, 6):
        disks = names("disk", count)
        init = [f"(smaller {disk} {peg})" for disk in disks for peg in ("left", "middle", "right")]
        init += [f"(smaller {one} {two})" for n, one in enumerate(disks) for two in disks[n + 1 :]]
        init += [f"(on {one} {two})" for one, two in zip(disks, [*disks[1:], "left"], strict=True)]
        init += ["(clear disk1)", "(clear middle)", "(clear right)"]
        goal = [f"(on {one} {two})" for one, two in zip(disks, [*disks[1:], "right"], strict=True)]
        yield problem("hanoi", f"{' '.join(disks)} left middle right", init, goal)


def sliding(lot: random.Random) -> Iterator[str]:
    for moves in (10, 18, 30):
        cells = [f"cell{x}{y}" for x in range(3) for y in range(3)]
        tiles = dict(zip(cells, ["hole", *names("tile", 8)], strict=True))
        hole = last = "cell00"
        for _ in range(moves):
            near = [cell for cell in cells if _touch(cell, hole) and cell != last]
            last, step = hole, lot.choice(near)
            tiles[hole], tiles[step], hole = tiles[step], "hole", step
        init = [f"(next {one} {two})" for one in cells for two in cells if _touch(one, two)]
        init += [f"(empty {cell})" if tile == "hole" else f"(at {tile} {cell})" for cell, tile in tiles.items()]
        goal = [f"(at tile{number} {cell})" for number, cell in enumerate(cells[1:], 1)]
        yield problem("sliding", f"{' '.join(names('tile', 8))} - tile {' '.join(cells)} - cell", init, goal)


def _touch(one: str, two: str) -> bool:
    return abs(int(one[4]) - int(two[4])) + abs(int(one[5]) - int(two[5])) == 1


def market(lot: random.Random) -> Iterator[str]:
    for shops, goods in ((2, 2), (3, 3), (5, 4)):
        places, wares = names("shop", shops), names("ware", goods)
        init = ["(at home)", "(= (total-cost) 0)"]
        every = ["home", *places]
        for number, one in enumerate(every):
            for two in every[number + 1 :]:
                miles = lot.randint(2, 9)
                init += [f"(= (fare {one} {two}) {miles})", f"(= (fare {two} {one}) {miles})"]
        for ware in wares:
            init += [f"(= (wanted {ware}) {lot.randint(2, 4)})", f"(= (bought {ware}) 0)"]
            for shop in places:
                init += [
                    f"(= (price {ware} {shop}) {lot.randint(1, 6)})",
                    f"(= (offered {ware} {shop}) {lot.randint(2, 4)})",
                ]
        goal = [f"(>= (bought {ware}) (wanted {ware}))" for ware in wares]
        objects = f"home {' '.join(places)} - place {' '.join(wares)} - ware"
        yield problem("market", objects, init, goal, "(total-cost)")


def planes(lot: random.Random) -> Iterator[str]:
    for cities, people in ((3, 2), (4, 3), (5, 5)):
        places, riders = names("city", cities), names("rider", people)
        init = ["(at plane city1)", "(= (fuel plane) 5)", "(= (tank plane) 12)", "(= (burnt) 0)", "(= (flights) 0)"]
        for number, one in enumerate(places):
            for two in places[number + 1 :]:
                miles = lot.randint(3, 6)
                init += [f"(= (miles {one} {two}) {miles})", f"(= (miles {two} {one}) {miles})"]
        ways = [lot.sample(places, 2) for _ in riders]
        init += [f"(at {rider} {way[0]})" for rider, way in zip(riders, ways, strict=True)]
        goal = [f"(at {rider} {way[1]})" for rider, way in zip(riders, ways, strict=True)]
        objects = f"plane - plane {' '.join(places)} - city {' '.join(riders)} - rider"
        yield problem("planes", objects, init, goal, "(+ (burnt) (* 2 (flights)))")


def satellites(lot: random.Random) -> Iterator[str]:
    for count, targets in ((1, 2), (2, 4), (3, 6)):
        ships, stars = names("satellite", count), names("star", targets)
        init, devices = list[str](), list[str]()
        for ship in ships:
            device = f"{ship}-camera"
            devices.append(device)
            init += [f"(on-board {device} {ship})", f"(supports {device} image)", f"(calibrated-by {device} ground)"]
            init += [f"(power {ship})", f"(points {ship} {lot.choice(stars)})"]
        objects = f"{' '.join(ships)} - satellite {' '.join(devices)} - device image - mode"
        goal = [f"(have {star} image)" for star in stars]
        yield problem("satellites", f"{objects} ground {' '.join(stars)} - direction", init, goal)


DOMAINS: dict[str, Callable[[random.Random], Iterator[str]]] = {
    each.__name__: each
    for each in (
        blocks,
        counters,
        depots,
        elevator,
        ferry,
        gripper,
        hanoi,
        logistics,
        market,
        planes,
        rovers,
        sailing,
        satellites,
        settlers,
        sliding,
    )
}


def main() -> None:
    for name, make in DOMAINS.items():
        for number, text in enumerate(make(random.Random(name)), 1):
            file = FOLDER / name / f"{number}.pddl"
            file.write_text(text.replace("NAME", f"{name}-{number}"), encoding="utf-8")


if __name__ == "__main__":
    main()
