/** Shows what others did group by group, while the table itself is already further on. */

import { grouped, MOST, PACES, type Group, type Step } from "../lib/reel";
import type { GameEvent } from "../lib/types";
import type { Entry, StateDoc } from "../net/wire";

export interface Projector {
  /** The position after so many actions. */
  page(ply: number): Promise<StateDoc>;
  /** Milliseconds for each group; 0 shows everything at once. */
  pace(): number;
}

/** Milliseconds in which steps that belong together gather before the first group is shown. */
const GATHER = 250;

export class Reel {
  /** What is shown instead of the present. */
  frame = $state.raw<StateDoc | null>(null);
  /** Those shown so far and those to come; the latter may still grow. */
  groups = $state.raw<Group[]>([]);
  /** How many have been shown. */
  at = $state(0);
  paused = $state(false);
  /** Sequence number up to which things have been shown. */
  told = $state(0);

  /** Something lies over the board: what comes meanwhile waits. */
  private held = false;
  private first: StateDoc | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;
  private run = 0;
  private dismissed = false;
  /** Groups shown since the player was last asked. */
  private spent = 0;
  private asked = true;

  constructor(private readonly projector: Projector) {}

  get running(): boolean {
    return this.frame !== null;
  }

  /** The group that the frame has just shown. */
  get group(): Group | null {
    return this.running && this.at > 0 ? (this.groups[this.at - 1] ?? null) : null;
  }

  get entries(): Entry[] {
    return this.group?.steps.map((step) => step.entry) ?? [];
  }

  get events(): GameEvent[] {
    return this.entries.flatMap((entry) => entry.events);
  }

  /** Others have done something; `before` is what lies on the table now. A single step needs no staging. */
  feed(before: StateDoc, steps: readonly Step[]): void {
    if (!this.running && this.asked) [this.spent, this.asked] = [0, false];
    const pace = this.dismissed || this.spent >= MOST ? 0 : this.projector.pace();
    if (!steps.length) return;
    if (!pace) {
      if (!this.running || this.dismissed || !this.projector.pace()) this.skip();
      else if (this.at < this.groups.length) this.take(steps);
      return;
    }
    const due = this.last + pace - performance.now();
    if (!this.running && !this.held && steps.length === 1 && due <= 0) {
      this.last = performance.now();
      return;
    }
    if (!this.running) this.begin(before, before.seq);
    this.take(steps);
    if (this.timer === undefined && !this.paused) this.wait(Math.max(Math.min(GATHER, pace), due));
  }

  /** Show these steps again, from the position before the first of them. */
  async show(steps: readonly Step[]): Promise<void> {
    const [first] = steps;
    if (!first) return;
    this.skip();
    this.spent = 0;
    const { run } = this;
    try {
      const before = await this.projector.page(first.ply - 1);
      if (run !== this.run) return;
      this.begin(before, first.seq - 1);
      this.take(steps);
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
    this.asked = true;
  }

  /** To the present at once. */
  skip(): void {
    this.halt();
    this.run += 1;
    [this.groups, this.at, this.paused] = [[], 0, false];
    this.frame = null;
    this.first = null;
  }

  /** While a card lies over the board nobody could see what others do: it is shown when the card is gone. */
  hold(covered: boolean): void {
    if (covered === this.held) return;
    this.held = covered;
    this.halt();
    if (!covered && this.running && !this.paused) this.wait(this.pace / 2);
  }

  toggle(): void {
    this.paused = !this.paused;
    this.halt();
    if (!this.paused) this.wait(0);
  }

  forward(): void {
    this.halt();
    void this.next();
  }

  /** Show the group before once more, and stay there. */
  back(): void {
    this.halt();
    this.paused = true;
    if (this.at > 1) {
      this.at -= 2;
      void this.next();
    } else {
      this.at = 0;
      this.frame = this.first ?? this.frame;
    }
  }

  private get pace(): number {
    return this.projector.pace() || PACES.normal;
  }

  private begin(before: StateDoc, told: number): void {
    [this.groups, this.at, this.paused, this.told] = [[], 0, false, told];
    this.first = this.frame = before;
  }

  /** Steps join those that wait; what has been shown stays as it was. */
  private take(steps: readonly Step[]): void {
    const shown = this.groups.slice(0, this.at);
    const waiting = this.groups.slice(this.at).flatMap((group) => group.steps);
    this.groups = [...shown, ...grouped([...waiting, ...steps], MOST - Math.max(this.at, this.spent))];
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private wait(ms: number): void {
    if (this.held) return;
    this.timer = setTimeout(() => void this.next(), ms);
    const following = this.groups[this.at]?.steps.at(-1);
    if (following) void this.projector.page(following.ply).catch(() => undefined);
  }

  private async next(): Promise<void> {
    const { run } = this;
    const group = this.groups[this.at];
    const step = group?.steps.at(-1);
    this.halt();
    this.last = performance.now();
    if (!group || !step) {
      this.skip();
      return;
    }
    try {
      const frame = await this.projector.page(step.ply);
      if (run !== this.run) return;
      this.frame = frame;
      this.told = step.seq;
      this.at += 1;
      this.spent = Math.max(this.spent, this.at);
      if (!this.paused) this.wait(this.pace);
    } catch {
      if (run === this.run) this.skip();
    }
  }
}
