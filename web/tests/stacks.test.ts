import { describe, expect, it } from "vitest";

import { contrast, mix } from "../src/lib/colour";
import { acted, beside, dots, foot, lodOf, nationOf, numbered, signs, total } from "../src/lib/counter";
import { sheetOf } from "../src/lib/sheet";
import { alike, companies, heaps, leads, spots } from "../src/lib/stacks";
import type { Artwork } from "../src/lib/artwork";
import type { Board, PieceView, PlaceEntry } from "../src/lib/types";

const places: PlaceEntry[] = [
  { id: "hex", x: 100, y: 100 },
  { id: "area", x: 300, y: 300, room: 90 },
];
const board = { piece: 40, places, pieces: [{ id: "F", radius: 8 }] } as unknown as Board;
const byId = new Map(places.map((place) => [place.id, place]));
const piece = (id: string, place: string, order = 0, side = "red"): PieceView => ({ id, side, place, order });

describe("stacks", () => {
  it("are sorted with the top first", () => {
    expect(heaps([piece("B", "hex", 1), piece("A", "hex", 0)]).get("hex")?.map((each) => each.id)).toEqual(["A", "B"]);
  });

  it("hold the pieces that have a point of their own within the place, which are drawn there", () => {
    const apart = { ...piece("A", "hex"), at: [7, 9] as [number, number] };
    expect(heaps([apart]).get("hex")).toEqual([apart]);
    expect(spots(board, [apart], byId, "hex")).toMatchObject([{ x: 7, y: 9 }]);
  });

  it("of equal counters on one point of an area are a pile, from which each click takes the next", () => {
    const equal = ["A", "B", "C"].map((id, order) => ({ ...piece(id, "area", order), at: [7, 9] as [number, number] }));
    const top = (chosen: string[]) => spots(board, equal, byId, null, (id) => Number(chosen.includes(id))).find((spot) => spot.count > 0);
    expect(top([])).toMatchObject({ piece: { id: "A" }, x: 7, y: 9, count: 3 });
    expect(top(["A"])?.piece.id).toBe("B");
    expect(top(["A", "B"])?.piece.id).toBe("C");
  });

  it("on open ground are the units that figures belong to", () => {
    const figures = ["a1", "b1", "a2"].map((id): PieceView => ({ id, side: "red", place: "", at: [1, 2] }));
    const units = companies([...figures, piece("C", "hex")], (id) => id.charAt(0));
    expect([...units].map(([unit, men]) => [unit, men.length])).toEqual([["a", 2], ["b", 1]]);
    expect(heaps(figures).size).toBe(0);
  });

  it("of a hand put together what has the same name", () => {
    const names: Record<string, string> = { A: "Banzai", "A.2": "Banzai", B: "Engineers" };
    expect(alike(["A", "A.2", "B"], (id) => names[id] ?? "")).toEqual([{ id: "A", count: 2 }, { id: "B", count: 1 }]);
  });

  it("draw the top piece last and count what does not fit", () => {
    const found = spots(board, ["A", "B", "C", "D", "E"].map((id, at) => piece(id, "hex", at)), byId, null);
    const z = Object.fromEntries(found.map((spot) => [spot.piece.id, spot.z]));
    expect(z["A"]).toBeGreaterThan(z["B"] ?? 0);
    expect(found.find((spot) => spot.piece.id === "A")?.count).toBe(5);
    expect(found.filter((spot) => spot.covered).map((spot) => spot.piece.id)).toEqual(["D", "E"]);
  });

  it("show on their top that something below can be chosen, but not on a top that a click would drop", () => {
    const found = spots(board, ["A", "B", "C", "D"].map((id, at) => piece(id, "hex", at)), byId, null);
    const shown = (able: string, ...chosen: string[]) => found.filter((spot) => leads(spot, (id) => id === able, new Set(chosen))).map((spot) => spot.piece.id);
    expect(shown("B")).toEqual(["A"]);
    expect(shown("D")).toEqual(["A"]);
    expect(shown("B", "A")).toEqual([]);
    expect(shown("E")).toEqual([]);
  });

  it("grow up and to the right, so that the name below stays free", () => {
    const [top, below] = spots(board, ["A", "B"].map((id, at) => piece(id, "hex", at)), byId, null);
    expect(top).toMatchObject({ x: 100, y: 100, count: 2 });
    expect(below?.x).toBeGreaterThan(100);
    expect(below?.y).toBeLessThan(100);
    expect(below?.count).toBe(0);
  });

  it("fan out without covering one another", () => {
    const found = spots(board, ["A", "B", "C"].map((id, at) => piece(id, "hex", at)), byId, "hex");
    const xs = found.map((spot) => spot.x).sort((a, b) => a - b);
    expect(Math.min(...xs.slice(1).map((x, at) => x - (xs[at] ?? 0)))).toBeGreaterThan(40);
  });

  it("lie side by side in a roomy area", () => {
    const found = spots(board, [piece("A", "area"), piece("B", "area", 0, "blue")], byId, null);
    expect(Math.abs((found[0]?.x ?? 0) - (found[1]?.x ?? 0))).toBeGreaterThan(40);
  });

  it("stand on their point where the ground has no places", () => {
    const [spot] = spots(board, [{ id: "F", side: "red", place: "", at: [7, 9] }], byId, null);
    expect(spot).toMatchObject({ x: 7, y: 9, size: 16 });
  });

  it("lie below the men if they are models", () => {
    const ship = { id: "S", side: "red", label: "S", name: "S", symbol: "boat", shape: "model", radius: 30, long: 3 };
    const [spot] = spots({ ...board, pieces: [...board.pieces, ship] }, [{ id: "S", side: "red", place: "", at: [7, 9] }], byId, null);
    expect(spot).toMatchObject({ size: 60, z: 0 });
  });
});

describe("counters", () => {
  const entry = { id: "A", side: "red", label: "A", name: "A", symbol: "", values: { attack: 4, move: 6 }, layout: ["attack", "move"] };

  it("print the present values and mark those that changed", () => {
    expect(foot(entry, piece("A", "hex"))?.values.map(({ text, changed }) => [text, changed])).toEqual([["4", false], ["6", false]]);
    const changed = foot(entry, { ...piece("A", "hex"), values: { attack: 2 } });
    expect(changed?.values.map(({ text, changed: now }) => [text, now])).toEqual([["2", true], ["6", false]]);
    expect(changed?.dashes).toHaveLength(1);
  });

  it("take the colours of the piece's nation, of the side's, or their own", () => {
    const japan = { id: "red", name: "R", nation: "japan" };
    expect(nationOf(japan, entry).face).toBe("#b5392f");
    expect(nationOf(japan, { ...entry, nation: "china_elite" }).face).toBe("#16365f");
    expect(nationOf({ id: "red", name: "R", colour: "#123456" }, entry)).toMatchObject({ face: "#123456", ink: "#ffffff" });
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
    expect(contrast("#d9c3a0")).toBe("#1d1a16");
  });

  it("have four levels of detail, and hex numbers from 90 pixels of hex height", () => {
    expect([25, 36, 44, 64].map(lodOf)).toEqual(["chip", "s", "m", "l"]);
    expect([62, 63].map(numbered)).toEqual([false, true]);
  });

  it("add up to a chip", () => {
    const entryOf = (id: string) => (id === "A" ? entry : id === "G" ? { ...entry, values: { attack: "(3)" } } : undefined);
    expect(total([piece("A", "hex"), piece("G", "hex")], entryOf)).toBe("7");
    expect(total([{ ...piece("A", "hex"), hidden: true }], entryOf)).toBe("?");
  });

  it("show at most two badges, and others in another way", () => {
    expect(signs(["disrupted", "reduced", "spent"], {}).map(({ key }) => key)).toEqual(["disrupted"]);
    expect(signs(["pinned", "contact", "captive"], {}).map(({ word }) => word)[1]).toBe("+2");
    expect(signs(["card.rally"], {}).map(({ word }) => word)).toEqual(["R"]);
    expect([acted(["spent"]), acted(["disrupted"])]).toEqual([true, false]);
  });

  it("set the number of the unit beside a single value, and steps as dots where no value tells them", () => {
    const single = foot({ ...entry, layout: ["attack"] }, piece("A", "hex"))?.values ?? [];
    expect([beside("25", single), beside("5ESi", single)]).toEqual([true, false]);
    const stepped = { ...entry, values: { ...entry.values, steps: 3 } };
    expect(dots(stepped, { ...piece("A", "hex"), values: { steps: 2 } })).toEqual([true, true, false]);
    expect(dots({ ...stepped, layout: ["steps"] }, piece("A", "hex"))).toEqual([]);
  });
});

describe("the style sheet", () => {
  const art = { patterns: { hills: { tile: 30, paths: [], tints: { ink: ["#111", "#eee"] } } } } as unknown as Artwork;
  const styled = {
    game: "mukden",
    styles: { river: { stroke: "#00f", width: 3, dark: { stroke: "#55f" } }, "hill.0": { fill: "#fea", pattern: "hills" } },
  } as unknown as Board;

  it("keeps to its board and has night colours", () => {
    const css = sheetOf(styled, art);
    expect(css).toContain(".b-mukden .s-river{fill:none;stroke:#00f;stroke-width:3");
    expect(css).toContain("[data-theme=dark] .b-mukden .s-river{fill:none;stroke:#55f");
    expect(css).toContain("url(#p-mukden-hill-0)");
    expect(css).toContain("[data-theme=dark] .b-mukden .ti-hills-ink{fill:#eee}");
  });
});
