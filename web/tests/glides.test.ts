import { describe, expect, it } from "vitest";

import { Glides } from "../src/board/glides";

/** As much of an element as counters need. */
class Fake {
  dataset: Record<string, string>;
  style: Record<string, string>;
  classList = { contains: () => false, remove: () => undefined };
  ghost: Fake | null = null;
  constructor(id: string, place: string, x: number, y: number) {
    this.dataset = { piece: id, place };
    this.style = { transform: `translate(${x}px, ${y}px)` };
  }
  cloneNode(): Fake {
    this.ghost = new Fake("", "", 0, 0);
    this.ghost.style = { ...this.style };
    return this.ghost;
  }
  removeAttribute(): void {}
  remove(): void {}
  animate(): Record<string, unknown> {
    return {};
  }
}

class Layer {
  pieces: Fake[] = [];
  ghosts: Fake[] = [];
  querySelectorAll(): Fake[] {
    return this.pieces;
  }
  append(ghost: Fake): void {
    this.ghosts.push(ghost);
  }
}

function table(...pieces: Fake[]): { layer: Layer; glides: Glides } {
  const layer = new Layer();
  layer.pieces = pieces;
  const glides = new Glides(layer as unknown as HTMLElement, new Map());
  glides.play([], false);
  return { layer, glides };
}

describe("counters that leave the map", () => {
  it("sink where they stood", () => {
    const { layer, glides } = table(new Fake("a", "0101", 700, 400));
    layer.pieces = [];
    expect(glides.play([], false)).toEqual({ moved: 0, lost: 1 });
    expect(layer.ghosts[0]?.style).toMatchObject({ left: "700px", top: "400px", transform: "none" });
  });

  it("are not lost when they are only turned over", () => {
    const { layer, glides } = table(new Fake("?1", "0101", 700, 400), new Fake("?2", "0101", 706, 394));
    layer.pieces = [new Fake("b", "0101", 700, 400)];
    expect(glides.play([], false)).toEqual({ moved: 0, lost: 1 });
    expect(layer.ghosts).toHaveLength(1);
  });
});
