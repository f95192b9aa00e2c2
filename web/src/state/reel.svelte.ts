/** Shows what others did step by step, while the table itself is already further on. */

import { PACES, stay, type Step } from "../lib/reel";
import type { StateDoc } from "../net/wire";

export interface Projector {
  /** The position after so many actions. */
  page(ply: number): Promise<StateDoc>;
  /** Milliseconds for each step; 0 shows everything at once. */
  pace(): number;
}

export class Reel {
  /** What is shown instead of the present. */
  frame = $state.raw<StateDoc | null>(null);
  /** The step that the frame has just shown. */
  step = $state.raw<Step | null>(null);
  /** Sequence number up to which things have been shown. */
  told = $state(0);
  at = $state(0);
  of = $state(0);

  private queue: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;
  private run = 0;
  private pace = 0;
  private dismissed = false;

  constructor(private readonly projector: Projector) {}

  get running(): boolean {
    return this.frame !== null;
  }

  /** Others have done something; `before` is what lies on the table now. A single step needs no staging. */
  feed(before: StateDoc, steps: readonly Step[]): void {
    const pace = this.dismissed ? 0 : this.projector.pace();
    if (!pace || !steps.length) {
      if (!pace) this.skip();
      return;
    }
    const due = this.last + pace - performance.now();
    if (!this.running && steps.length === 1 && due <= 0) {
      this.last = performance.now();
      return;
    }
    if (this.running) this.of += steps.length;
    else this.begin(before, steps.length, pace, before.seq);
    this.queue.push(...steps);
    if (this.timer === undefined) this.wait(Math.max(0, due));
  }

  /** Show these steps again, from the position before the first of them. */
  async show(steps: readonly Step[]): Promise<void> {
    const [first] = steps;
    if (!first) return;
    this.skip();
    const { run } = this;
    try {
      const before = await this.projector.page(first.ply - 1);
      if (run !== this.run) return;
      this.begin(before, steps.length, this.projector.pace() || PACES.normal, first.seq - 1);
      this.queue = [...steps];
      this.wait(this.pace / 2);
    } catch {
      this.skip();
    }
  }

  /** The player has seen enough: whatever else comes before his own next decision is not staged either. */
  dismiss(): void {
    this.skip();
    this.dismissed = true;
  }

  /** The player is asked again; what follows is news. */
  rewind(): void {
    this.dismissed = false;
  }

  /** To the present at once. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.run += 1;
    this.queue = [];
    this.frame = null;
    this.step = null;
  }

  private begin(before: StateDoc, count: number, pace: number, told: number): void {
    [this.at, this.of, this.pace, this.told] = [0, count, pace, told];
    this.frame = before;
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => void this.next(), ms);
    const [following] = this.queue;
    if (following && this.queue.length > 1) void this.projector.page(following.ply).catch(() => undefined);
  }

  private async next(): Promise<void> {
    const { run } = this;
    const step = this.queue[0];
    this.last = performance.now();
    // The last step is the present itself, and with it the player may act again.
    if (!step || this.queue.length === 1) {
      this.skip();
      return;
    }
    try {
      const frame = await this.projector.page(step.ply);
      if (run !== this.run) return;
      this.queue.shift();
      this.frame = frame;
      this.step = step;
      this.told = step.seq;
      this.at += 1;
      this.wait(stay(this.pace, this.queue.length));
    } catch {
      if (run === this.run) this.skip();
    }
  }
}
