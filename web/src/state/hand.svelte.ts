/** The player's hand over open ground: a piece that is being dragged, or a tape measure laid out. */

import type { Point } from "../lib/geometry";
import type { End } from "../lib/measure";

export class Hand {
  /** Is the tape measure taken up? */
  tape = $state(false);
  from = $state.raw<End | null>(null);
  to = $state.raw<End | null>(null);
  /** The piece that is dragged; without one the hand measures. */
  piece = $state<string | null>(null);
  /** Has it been lifted from a place, rather than pulled over open ground? */
  lifted = $state(false);
  /** Where the piece was taken hold of. */
  private grip: Point = [0, 0];

  get busy(): boolean {
    return this.from !== null;
  }

  /** Does this very counter go with the pointer? On open ground a whole unit would: there a ghost of it goes. */
  carries(piece: string): boolean {
    return this.lifted && this.piece === piece;
  }

  /** How far this counter has been carried. */
  shift(piece: string): Point {
    return this.carries(piece) && this.from && this.to ? [this.to.at[0] - this.from.at[0], this.to.at[1] - this.from.at[1]] : [0, 0];
  }

  lay(end: End): void {
    this.piece = null;
    this.from = end;
    this.to = end;
  }

  grab(piece: string, at: Point, lifted = false): void {
    this.piece = piece;
    this.lifted = lifted;
    this.grip = at;
    this.from = { at, radius: 0 };
    this.to = this.from;
  }

  /** The reach of a dragged unit is drawn around its guide: from there it goes, not from the figure under the hand. */
  anchor(centre: Point): void {
    if (this.piece === null || this.from === null) return;
    const shift: Point = [centre[0] - this.from.at[0], centre[1] - this.from.at[1]];
    this.from = { at: centre, radius: 0 };
    if (this.to) this.to = { at: [this.to.at[0] + shift[0], this.to.at[1] + shift[1]], radius: 0 };
  }

  /** The pointer has moved to this point. */
  drag(point: Point): void {
    if (this.from === null) return;
    const [x, y] = this.from.at;
    this.to = { at: [x + point[0] - this.grip[0], y + point[1] - this.grip[1]], radius: 0 };
  }

  stretch(end: End): void {
    if (this.from !== null) this.to = end;
  }

  open(): void {
    this.piece = null;
    this.lifted = false;
    this.from = null;
    this.to = null;
  }

  take(): void {
    this.tape = !this.tape;
    this.open();
  }
}
