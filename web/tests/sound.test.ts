import { afterEach, describe, expect, it, vi } from "vitest";

import { sound, type Sound } from "../src/lib/sound";

const ALL: Sound[] = ["select", "land", "refused", "dice", "loss", "turn", "win"];

/** As much of the audio system as is used, which counts what is started. */
class Ears {
  static opened = 0;
  static started = 0;
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  constructor() {
    Ears.opened += 1;
  }
  resume = (): Promise<void> => Promise.resolve();
  private node(): object {
    const self: Record<string, unknown> = { frequency: { value: 0 }, Q: { value: 0 }, gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() } };
    return Object.assign(self, { connect: () => self, start: () => (Ears.started += 1), stop: vi.fn() });
  }
  createGain = (): object => this.node();
  createOscillator = (): object => this.node();
  createBiquadFilter = (): object => this.node();
  createBufferSource = (): object => this.node();
  createBuffer = (_: number, length: number): object => ({ getChannelData: () => new Float32Array(length) });
}

afterEach(() => {
  vi.unstubAllGlobals();
  sound.on = () => false;
});

describe("the loudspeaker", () => {
  it("touches nothing of the audio system while it is off, and sounds each of the seven events when it is on", () => {
    vi.stubGlobal("AudioContext", Ears);
    sound.on = () => false;
    for (const name of ALL) sound.play(name);
    expect(Ears.opened).toBe(0);
    sound.on = () => true;
    for (const name of ALL) {
      const before = Ears.started;
      sound.play(name);
      expect(Ears.started, name).toBeGreaterThan(before);
    }
    expect(Ears.opened).toBe(1);
  });
});
