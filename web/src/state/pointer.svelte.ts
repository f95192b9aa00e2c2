/** The pointer over the map: clicks, drags, the tape measure, hovering. */

import type { Point } from "../lib/geometry";
import { groundAt } from "../lib/ground";
import { endAt } from "../lib/measure";
import type { Camera } from "./camera.svelte";
import type { Hand } from "./hand.svelte";
import type { Scene } from "./scene.svelte";

/** Pixels that the pointer travels before a press becomes a drag. */
const DRAG = 7;
/** Milliseconds of a press that tells of a thing instead of choosing it, on a screen without a hovering pointer. */
const LONG = 400;

const pieceAt = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("[data-piece]") : null;

export class Pointer {
  /** Where the pointer went down on a piece that could be dragged, and which. */
  private held: { at: Point; piece: string; home: string } | null = null;
  private lifting: Promise<void> | null = null;
  private dropped = false;
  private frame = 0;
  private long: ReturnType<typeof setTimeout> | undefined;
  /** When the finger came down, and whether it has been taken for a long press since. */
  private since = 0;
  private told = false;

  constructor(
    private readonly scene: Scene,
    private readonly camera: Camera,
    private readonly hand: Hand,
    private readonly port: () => HTMLElement,
    private readonly press: (piece: string | null, place: string | null, event: MouseEvent) => void,
  ) {}

  pointAt(event: MouseEvent): Point {
    const box = this.port().getBoundingClientRect();
    return this.camera.look.invert([event.clientX - box.left, event.clientY - box.top]);
  }

  private placeAt(event: MouseEvent): string | null {
    return this.scene.table.hits?.at(...this.pointAt(event)) ?? null;
  }

  /** The piece that a drag beginning here would move. */
  private movableAt(event: Event): string | null {
    const { play, speaker } = this.scene;
    const id = pieceAt(event)?.dataset["piece"];
    return id && play.groups.length ? play.movable(id, speaker.unitOf(id)) : null;
  }

  /** Is this a gesture of the hand, and not a drag of the map? Two fingers always mean the map. */
  takes(event: MouseEvent | TouchEvent): boolean {
    if ("touches" in event && event.touches.length > 1) return false;
    return event.type !== "wheel" && (this.hand.tape || this.movableAt(event) !== null);
  }

  // The pointer is captured when a drag begins and not before: a captured click would go to the map instead of the piece.
  down(event: PointerEvent): void {
    this.camera.press();
    clearTimeout(this.long);
    if (event.button !== 0) return;
    if (!event.isPrimary) {
      this.giveUp();
      return;
    }
    this.held = null;
    this.dropped = false;
    [this.since, this.told] = [event.timeStamp, false];
    if (event.pointerType === "touch") this.long = setTimeout(() => this.tell(event), LONG);
    if (this.hand.tape) {
      this.hand.lay(this.end(event));
      this.port().setPointerCapture(event.pointerId);
      return;
    }
    const piece = this.movableAt(event);
    if (piece !== null) this.held = { at: [event.clientX, event.clientY], piece, home: pieceAt(event)?.dataset["place"] ?? "" };
  }

  private end(event: MouseEvent): ReturnType<typeof endAt> {
    return endAt(this.pointAt(event), this.scene.view.pieces, this.scene.speaker.pieces);
  }

  /** A long press looks at a thing and chooses nothing. */
  private tell(event: PointerEvent): void {
    this.look(event);
    this.told = this.dropped = true;
    this.held = null;
  }

  private pull(event: PointerEvent): void {
    const { hand, held } = this;
    if (hand.tape && event.buttons) hand.stretch(this.end(event));
    else if (hand.piece !== null) hand.drag(this.pointAt(event));
    else if (held && Math.hypot(event.clientX - held.at[0], event.clientY - held.at[1]) > DRAG) {
      clearTimeout(this.long);
      const box = this.port().getBoundingClientRect();
      this.port().setPointerCapture(event.pointerId);
      hand.grab(held.piece, this.camera.look.invert([held.at[0] - box.left, held.at[1] - box.top]), held.home !== "");
      if (held.home) this.lifting = this.scene.play.lift(held.piece);
    }
  }

  up(event: PointerEvent): void {
    clearTimeout(this.long);
    // On a machine that is busy the end of a short tap is heard late: it was no long press.
    if (this.told && event.timeStamp - this.since < LONG) this.dropped = false;
    const home = this.held?.home;
    const { hand } = this;
    this.held = null;
    if (hand.piece === null || hand.to === null) return;
    const { piece, to, lifted } = hand;
    hand.open();
    this.dropped = true;
    const { play } = this.scene;
    const place = this.placeAt(event);
    if (!lifted) void play.drop(piece, to.at[0], to.at[1]);
    else if (place && place !== home) void this.lifting?.then(() => play.dropOn(place));
  }

  giveUp(): void {
    clearTimeout(this.long);
    this.held = null;
    this.hand.open();
  }

  move(event: PointerEvent): void {
    this.pull(event);
    if (this.camera.moving) clearTimeout(this.long);
    if (this.camera.moving || (this.hand.busy && !this.hand.lifted) || event.pointerType === "touch") return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.look(event));
  }

  private look(event: PointerEvent): void {
    const { eyes } = this.scene;
    const piece = pieceAt(event);
    eyes.byKeyboard = false;
    eyes.hoverPiece = piece?.dataset["piece"] ?? null;
    eyes.hoverPlace = piece?.dataset["place"] || this.placeAt(event);
    eyes.hoverGround = groundAt(this.scene.speaker.board.grounds ?? [], this.pointAt(event));
  }

  leave(event: PointerEvent): void {
    cancelAnimationFrame(this.frame);
    // A finger that lifts has told what it wanted to be told of.
    if (event.pointerType === "touch") return;
    const { eyes } = this.scene;
    eyes.hoverPlace = null;
    eyes.hoverPiece = null;
    eyes.hoverGround = null;
  }

  click(event: MouseEvent): void {
    if (this.dropped || this.hand.tape) {
      this.dropped = false;
      return;
    }
    const { eyes, play, speaker } = this.scene;
    const element = pieceAt(event);
    const shown = element?.dataset["piece"] ?? null;
    const place = element ? element.dataset["place"] || null : this.placeAt(event);
    eyes.cursor = place;
    eyes.hoverPiece = shown;
    eyes.hoverPlace = place;
    eyes.clicked = [event.clientX, event.clientY];
    this.press(shown && play.meant(shown, speaker.unitOf(shown)), place, event);
  }

  /** Two taps on bare ground come closer. */
  twice(event: MouseEvent): void {
    if (!("pointerType" in event) || event.pointerType !== "touch" || pieceAt(event)) return;
    const box = this.port().getBoundingClientRect();
    this.camera.zoomBy(1.6, [event.clientX - box.left, event.clientY - box.top]);
  }
}
