import { describe, expect, it } from "vitest";

import { own, ribbons } from "../src/lib/ribbons";
import type { PieceEntry, PieceView } from "../src/lib/types";

const SIZE = 250;
const TABLE = { piece: SIZE, width: 6000, height: 4000 };

function entries(...units: string[]): Map<string, PieceEntry> {
  const found = new Map<string, PieceEntry>();
  for (const unit of units) {
    found.set(unit, { id: unit, side: "us", label: unit, name: `Unit ${unit}`, symbol: "infantry", shape: "marker" });
    for (const n of [1, 2]) {
      const id = `${unit}-${n}`;
      found.set(id, { id, side: "us", label: "R", name: id, symbol: "infantry", shape: "figure", formation: unit, radius: 125 });
    }
  }
  return found;
}

const man = (id: string, x: number, y: number, more: Partial<PieceView> = {}): PieceView => ({ id, side: "us", place: "", at: [x, y], heading: 0, ...more });

describe("ribbons of units", () => {
  it("stand behind the rear rank with the name and how many are left", () => {
    const [ribbon] = ribbons([man("a-1", 1000, 1000), man("a-2", 1400, 1200)], entries("a"), TABLE);
    expect(ribbon?.words).toBe("Unit a · 2");
    expect(ribbon?.x).toBe(1200);
    expect(ribbon?.y).toBeGreaterThan(1200);
    const [turned] = ribbons([man("a-1", 1000, 1000, { heading: 180 })], entries("a"), TABLE);
    expect(turned?.y).toBeLessThan(1000);
  });

  it("go to the front where they would hide others behind", () => {
    const pieces = [man("a-1", 1000, 1000), man("b-1", 1000, 1260, { heading: 0 })];
    expect(ribbons(pieces, entries("a", "b"), TABLE).find((ribbon) => ribbon.unit === "a")?.y).toBeLessThan(1000);
  });

  it("go beside men who have others in front and behind", () => {
    const crowd = [0.9, 1.5, 2.1].flatMap((step) => [man("b-1", 1000, 1000 + step * SIZE), man("b-2", 1000, 1000 - step * SIZE)]);
    const [ribbon] = ribbons([man("a-1", 1000, 1000), ...crowd], entries("a", "b"), TABLE);
    expect(Math.abs((ribbon?.y ?? 0) - 1000)).toBeLessThan(SIZE / 2);
    expect(Math.abs((ribbon?.x ?? 0) - 1000)).toBeGreaterThan(SIZE / 2);
  });

  it("stay on the table", () => {
    const [corner] = ribbons([man("a-1", 5990, 3990)], entries("a"), TABLE);
    expect(corner?.y).toBeLessThan(3990);
    expect((corner?.x ?? 0) + (corner?.width ?? 0) / 2).toBeLessThanOrEqual(6000);
  });

  it("make room for one another where units stand side by side", () => {
    const pieces = [man("a-1", 1000, 1000), man("b-1", 1300, 1000), man("c-1", 1600, 1000), man("d-1", 1900, 1000)];
    const found = ribbons(pieces, entries("a", "b", "c", "d"), TABLE);
    const over = found.flatMap((one, at) =>
      found.slice(at + 1).filter((two) => Math.abs(one.x - two.x) < (one.width + two.width) / 2 && Math.abs(one.y - two.y) < one.height),
    );
    expect(over).toEqual([]);
  });

  it("say the open card, which figures then do not repeat", () => {
    const statuses = ["pinned", "card.halt"];
    expect(ribbons([man("a-1", 900, 900, { statuses })], entries("a"), TABLE)[0]?.words).toBe("Unit a · 1 · HALT");
    expect(own(statuses)).toEqual(["pinned"]);
  });

  it("name vessels off their hulls, whichever way they lie, and never over the next one", () => {
    const ship = (id: string): PieceEntry => ({ id, side: "us", label: "", name: `Junk ${id} (armed)`, symbol: "junk", shape: "model", radius: 300, long: 4 });
    const hulls = new Map([ship("x"), ship("y")].map((each) => [each.id, each]));
    const abreast = [man("x", 3000, 1500, { heading: 90, statuses: ["card.move"] }), man("y", 3000, 2200, { heading: 90 })];
    const [first, second] = ribbons(abreast, hulls, TABLE);
    expect([first?.words, second?.words]).toEqual(["Junk x · MOVE", "Junk y"]);
    expect([(first?.y ?? 0) < 1200, (second?.y ?? 0) > 2500]).toEqual([true, true]);
    const [upright] = ribbons([man("x", 3000, 2000)], hulls, TABLE);
    expect(upright?.y).toBeGreaterThan(3200);
  });

  it("tell nothing of who is hidden", () => {
    expect(ribbons([man("a-1", 900, 900, { hidden: true })], entries("a"), TABLE)).toEqual([]);
  });
});
