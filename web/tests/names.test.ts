import { describe, expect, it } from "vitest";

import { flags, hidden, makeWay, namesOf } from "../src/lib/names";
import type { Board, Mark, Shape } from "../src/lib/types";

const text = (words: string, x: number, y: number, more: Partial<Shape> = {}): Shape => ({ style: "town", text: words, x, y, ...more });
const counter = (x: number, y: number) => ({ x, y, wide: 36, high: 36 });

function sheet(ground: string, shapes: Shape[], more: Partial<Board> = {}): Board {
  return {
    ground,
    piece: 72,
    width: 2000,
    height: 2000,
    layers: [{ id: "names-m", lod: ["m", "l"], shapes }],
    styles: { town: { font: 18 }, "town.other": { font: 13 } },
    ...more,
  } as unknown as Board;
}

function way(board: Board, ...standing: ReturnType<typeof counter>[]): (string | number)[][] {
  return [...makeWay(namesOf(board), standing, board)].map(([shape, shift]) => [shape.text ?? "", ...(shift ?? ["gone"])]);
}

describe("names that make way", () => {
  const town = text("Dachang", 500, 550);

  it("stay where they are printed while nothing stands on them", () => {
    expect(way(sheet("hex", [town]), counter(500, 500))).toEqual([]);
  });

  it("go a little aside on a hex map, along their band", () => {
    const [[, dx, dy] = []] = way(sheet("hex", [town]), counter(560, 550));
    expect(dx).toBeLessThan(0);
    expect(dx).toBeGreaterThanOrEqual(-36);
    expect(dy).toBe(0);
  });

  it("are not shown by halves where a hex has no room for them", () => {
    expect(way(sheet("hex", [town]), counter(450, 550), counter(550, 550))).toEqual([["Dachang", "gone"]]);
  });

  it("take their other lines along, and the name in its own script if there is room for it too", () => {
    const board = sheet("hex", [text("Putilov", 500, 550), text("Hill", 500, 569), text("山", 500, 584, { style: "town.other" })]);
    const [first, second, third] = way(board, counter(545, 550));
    expect(first?.[1]).toBeLessThan(0);
    expect(second?.slice(1)).toEqual(first?.slice(1));
    expect(third?.slice(1)).toEqual(first?.slice(1));
    const crowded = way(board, counter(545, 550), { x: 480, y: 582, wide: 40, high: 6 });
    expect(crowded[2]).toEqual(["山", "gone"]);
  });

  it("go to free ground near by on a table, off roofs and other names, and are always shown", () => {
    const board = sheet("table", [town, text("Inn", 500, 590)], { grounds: [{ name: "Inn", points: [[400, 450], [600, 450], [600, 520], [400, 520]], roof: true }] } as Partial<Board>);
    const [[, dx = 0, dy = 0] = []] = way(board, { x: 500, y: 545, wide: 12, high: 12 });
    const block = { x: 500 + Number(dx), y: 545 + Number(dy), wide: 28, high: 8 };
    expect(hidden(block, [{ x: 500, y: 545, wide: 12, high: 12 }, { x: 500, y: 585, wide: 12, high: 8 }, { x: 500, y: 485, wide: 100, high: 35 }])).toBe(0);
    expect(Math.hypot(Number(dx), Number(dy))).toBeLessThan(120);
  });

  it("keep clear of the flags of objectives", () => {
    const board = sheet("table", [town]);
    const [flag] = flags([{ kind: "objective", label: "3", at: [500, 540] }, { kind: "mark.zone" }] as Mark[], 72);
    if (!flag) throw new Error("no flag");
    const [[, dx = 0, dy = 0] = []] = way(board, flag);
    expect(hidden({ x: 500 + Number(dx), y: 545 + Number(dy), wide: 28, high: 8 }, [flag])).toBe(0);
    expect(Math.hypot(Number(dx), Number(dy))).toBeLessThan(120);
  });

  it("do not go where they would seem to name something else", () => {
    const floor = { name: "Threshing floor", points: [[400, 560], [600, 560], [600, 700], [400, 700]] };
    const board = sheet("table", [text("Temple", 500, 550)], { grounds: [floor] } as Partial<Board>);
    const [[, , dy = 0] = []] = way(board, { x: 500, y: 545, wide: 90, high: 12 });
    expect(Number(dy)).toBeLessThan(0);
  });

  it("never stand nearer to another house than to their own", () => {
    const house = (name: string, top: number) => ({ name, roof: true, points: [[400, top], [600, top], [600, top + 60], [400, top + 60]] });
    const grounds = [house("Headman's house", 400), house("Potter's hut", 540)];
    const board = sheet("table", [text("Potter's hut", 500, 530)], { grounds } as Partial<Board>);
    const [[, , dy = 0] = []] = way(board, { x: 500, y: 525, wide: 130, high: 18 });
    expect(530 + Number(dy), "not in the free lane below the other's roof").toBeGreaterThan(505);
  });

  it("go farther on a map that is seen from far", () => {
    const far = sheet("hex", [], { layers: [{ id: "names-far", lod: ["chip"], shapes: [text("SHANGHAI", 500, 550)] }] } as Partial<Board>);
    const [[, dx, dy] = []] = way(far, counter(500, 550), counter(430, 550), counter(570, 550));
    expect(Math.hypot(Number(dx), Number(dy))).toBeGreaterThan(36);
  });

  it("stay with their river", () => {
    expect(way(sheet("hex", [text("Hun Ho", 500, 550, { turn: 30 })]), counter(500, 550))).toEqual([]);
  });
});
