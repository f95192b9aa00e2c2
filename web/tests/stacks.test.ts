import { describe, expect, it } from "vitest";

import { contrast, mix } from "../src/lib/colour";
import { foot, initials, look } from "../src/lib/counter";
import { sheetOf } from "../src/lib/sheet";
import { alike, companies, heaps, spots } from "../src/lib/stacks";
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
    expect(found.filter((spot) => spot.covered).map((spot) => spot.piece.id)).toEqual(["E"]);
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
    expect(foot(entry, piece("A", "hex"))).toMatchObject({ line: "4-6", changed: false });
    expect(foot(entry, { ...piece("A", "hex"), values: { attack: 2 } })).toMatchObject({ line: "2-6", changed: true });
  });

  it("take readable colours", () => {
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
    expect(contrast("#d9c3a0")).toBe("#1d1a16");
    expect(contrast("#b3122a")).toBe("#ffffff");
    expect(look({ id: "red", name: "R", colour: "#b3122a", ink: "#fff", accent: "#ffffff" }, entry).boxInk).toBe("#1d1a16");
    expect(initials("out_of_supply")).toBe("OO");
  });
});

describe("the style sheet", () => {
  const art = { patterns: { hills: { tile: 30, paths: [], ink: "#111", dark: "#eee" } } } as unknown as Artwork;
  const styled = {
    game: "mukden",
    styles: { river: { stroke: "#00f", width: 3, dark: { stroke: "#55f" } }, "hill.0": { fill: "#fea", pattern: "hills" } },
  } as unknown as Board;

  it("keeps to its board and has night colours", () => {
    const css = sheetOf(styled, art);
    expect(css).toContain(".b-mukden .s-river{fill:none;stroke:#00f;stroke-width:3");
    expect(css).toContain("[data-theme=dark] .b-mukden .s-river{fill:none;stroke:#55f");
    expect(css).toContain("url(#p-mukden-hill-0)");
    expect(css).toContain("[data-theme=dark] .b-mukden .pi-hill-0{fill:#eee}");
  });
});
