import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Board } from "../src/lib/types";
import { Camera } from "../src/state/camera.svelte";

vi.mock("../src/state/settings.svelte", () => ({ isCalm: () => true, recall: () => null, remember: () => undefined }));

const board = { width: 3000, height: 3000, piece: 72 } as unknown as Board;

/** A window on the map as far as the camera asks for one. */
const port = (): HTMLDivElement =>
  ({ clientWidth: 1000, clientHeight: 700, addEventListener: () => undefined, removeEventListener: () => undefined, style: {} }) as unknown as HTMLDivElement;

function opened(): Camera {
  const camera = new Camera(board, "camera.test");
  camera.attach(port(), () => true, () => [[400, 400]]);
  return camera;
}

describe("the camera", () => {
  beforeEach(() => {
    vi.stubGlobal("SVGElement", vi.fn());
    vi.stubGlobal("ResizeObserver", class { observe(): void {} });
    vi.stubGlobal("navigator", { maxTouchPoints: 0 });
    vi.stubGlobal("cancelAnimationFrame", () => undefined);
  });

  it("follows what others do out of sight and returns afterwards", () => {
    const camera = opened();
    const home = camera.at;
    camera.leave();
    camera.watch([[2600, 2600]]);
    expect(camera.shows([2600, 2600])).toBe(true);
    expect(camera.at).not.toEqual(home);
    camera.comeBack();
    expect(camera.at.x).toBeCloseTo(home.x);
    expect(camera.at.y).toBeCloseTo(home.y);
    expect(camera.at.k).toBeCloseTo(home.k);
  });

  it("finds the first thing to be seen on a map that was opened bare, and does not return to nothing", () => {
    const bare = new Camera(board, "camera.test");
    bare.attach(port(), () => true, () => []);
    bare.leave();
    bare.watch([[2600, 2600]]);
    expect(bare.find([[400, 400]])).toBe(true);
    bare.comeBack();
    expect(bare.shows([400, 400])).toBe(true);
    expect([bare.find([[2600, 2600]]), opened().find([[2600, 2600]])], "only once, and only where nothing was").toEqual([false, false]);
  });

  it("stays where the player has moved it meanwhile", () => {
    const camera = opened();
    camera.leave();
    camera.watch([[2600, 2600]]);
    camera.goTo([1500, 2000]);
    const chosen = camera.at;
    camera.comeBack();
    expect(camera.at).toEqual(chosen);
  });

  it("follows to the edge of the map and not beyond", () => {
    const camera = opened();
    camera.watch([[2960, 2960]]);
    expect(camera.shows([2960, 2960])).toBe(true);
    expect(camera.at.x + 500 / camera.at.k).toBeCloseTo(3000);
    expect(camera.at.y + 350 / camera.at.k).toBeCloseTo(3000);
  });

  it("does not follow what happens in sight", () => {
    const camera = opened();
    const home = camera.at;
    camera.watch([[home.x, home.y]]);
    expect(camera.at).toEqual(home);
  });
});
