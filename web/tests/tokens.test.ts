import { describe, expect, it } from "vitest";

import { fewOf, rowAt, tokensOf } from "../src/lib/tokens";
import type { PieceEntry, Preview } from "../src/lib/types";

const marker = (id: string): PieceEntry => ({ id, side: "red", label: id, name: id, symbol: "aircraft", shape: "marker", values: { strength: 3 }, layout: ["strength"] });
const entries = new Map([marker("A1"), marker("A2"), { ...marker("unit"), shape: "counter" as const }].map((entry) => [entry.id, entry]));
const preview: Preview = { title: "attack", factors: [], tokens: [{ side: "red", piece: "A1" }, { side: "blue", symbol: "ship", label: "−1", state: "lost" }] };

describe("markers and support of an attack", () => {
  it("are those that count, and those in the hand that may still be added", () => {
    expect(tokensOf([preview], ["A2", "unit"], entries)).toEqual([
      { side: "red", symbol: "aircraft", label: "3", state: "used" },
      { side: "blue", symbol: "ship", label: "−1", state: "lost" },
      { side: "red", symbol: "aircraft", label: "3", state: "free" },
    ]);
    expect(tokensOf([], ["A2"], entries), "while nothing is built").toEqual([]);
  });

  it("are counted where they are too many", () => {
    const [one] = tokensOf([preview], [], entries);
    const all = Array.from({ length: 6 }, () => one).filter((each) => each !== undefined);
    expect(fewOf(all)).toMatchObject({ few: { length: 3 }, more: 3 });
    expect(fewOf(all.slice(2))).toMatchObject({ few: { length: 4 }, more: 0 });
  });

  it("lie beside the target and on no counter", () => {
    const board = { width: 1000, height: 1000, piece: 72 };
    const at = new Map<string, [number, number]>([["t", [500, 500]], ["n", [500, 604]]]);
    const { left, top, width, height } = rowAt([500, 500], 2, board, [...at.keys()].map((id) => ({ id, side: "red", place: id })), (id) => at.get(id) ?? null);
    for (const [x, y] of at.values()) expect(left > x + 36 || left + width < x - 36 || top > y + 36 || top + height < y - 36).toBe(true);
    expect(Math.hypot(left + width / 2 - 500, top + height / 2 - 500)).toBeLessThan(250);
  });
});
