/** What the player looks at: pointer, keyboard cursor, overlays, things pointed at from the log. */

import type { Point } from "../lib/geometry";
import type { Ref } from "../lib/texts";
import type { GroundEntry } from "../lib/types";

export class Eyes {
  hoverPlace = $state<string | null>(null);
  hoverPiece = $state<string | null>(null);
  /** What lies under the pointer on ground without places. */
  hoverGround = $state.raw<GroundEntry | null>(null);
  /** The place under the keyboard cursor. */
  cursor = $state<string | null>(null);
  /** The keyboard cursor on ground without places. */
  spot = $state.raw<Point | null>(null);
  /** Whether the cursor was moved last, rather than the pointer. */
  byKeyboard = $state(false);
  /** Things that a log line, a list or a factor points at. */
  refs = $state.raw<Ref[]>([]);
  overlays = $state.raw<ReadonlySet<string>>(new Set());
  countersHidden = $state(false);
  /** Whether places show their numbers, if the player has said so; else the zoom decides. */
  numbers = $state<boolean | null>(null);
  /** Announced to screen readers. */
  said = $state("");
  /** Where on the screen the last click was. */
  clicked = $state.raw<Point | null>(null);
  /** A piece in the rack that is looked at. */
  held = $state<string | null>(null);
  /** Set to places, points or pieces to bring them into sight; the board clears it. */
  goals = $state.raw<readonly string[]>([]);

  toggle(names: readonly string[]): void {
    const all = names.every((name) => this.overlays.has(name));
    const next = new Set(this.overlays);
    for (const name of names) {
      if (all) next.delete(name);
      else next.add(name);
    }
    this.overlays = next;
  }

  point(refs: Ref[]): void {
    this.refs = refs;
  }
}
