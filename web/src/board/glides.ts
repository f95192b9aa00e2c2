/** Counters that move along their way, and those that are lost: played over what the pieces' layer has drawn already. */

import type { Point } from "../lib/geometry";
import type { Trail } from "../lib/log";
import type { PlaceEntry } from "../lib/types";

/** Milliseconds for a move, for each further place on its way, at most, and between pieces that move together. */
const MOVE = 320;
const FURTHER = 90;
const LONGEST = 700;
const APART = 60;
const LOSS = 350;

const TRANSLATE = /translate\((-?[\d.e+-]+)px,\s*(-?[\d.e+-]+)px\)/;

function standsAt(element: HTMLElement): Point | null {
  const found = TRANSLATE.exec(element.style.transform);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

export class Glides {
  private known = new Map<string, { element: HTMLElement; at: Point; place: string }>();

  constructor(
    private readonly layer: HTMLElement,
    private readonly places: Map<string, PlaceEntry>,
  ) {}

  /** The pieces have been drawn anew: show how they came from where they were. Returns how many moved and how many are gone. */
  play(trails: readonly Trail[], calm: boolean): { moved: number; lost: number } {
    const before = this.known;
    const told = { moved: 0, lost: 0 };
    this.known = new Map();
    for (const element of this.layer.querySelectorAll<HTMLElement>(".piece")) {
      const id = element.dataset["piece"] ?? "";
      const at = standsAt(element);
      if (!at) continue;
      const place = element.dataset["place"] ?? "";
      this.known.set(id, { element, at, place });
      const old = before.get(id);
      if (!old || (old.at[0] === at[0] && old.at[1] === at[1])) continue;
      if (place && place === old.place) continue; // others have come or gone: it closes up at once, and is no move
      if (!calm && !element.classList.contains("held")) this.glide(element, old.at, at, this.wayOf(id, trails), told.moved * APART);
      told.moved += 1;
    }
    const turned = this.newcomers(before);
    for (const [id, { element, at, place }] of before) {
      if (this.known.has(id)) continue;
      const left = turned.get(place) ?? 0;
      if (place && left) {
        turned.set(place, left - 1); // turned over: it has another name now, and is there all the same
        continue;
      }
      told.lost += 1;
      if (!calm) this.sink(element, at);
    }
    return told;
  }

  /** How many counters have appeared in each place. */
  private newcomers(before: ReadonlyMap<string, unknown>): Map<string, number> {
    const found = new Map<string, number>();
    for (const [id, { place }] of this.known) if (!before.has(id)) found.set(place, (found.get(place) ?? 0) + 1);
    return found;
  }

  private wayOf(id: string, trails: readonly Trail[]): Point[] {
    const path = trails.findLast((trail) => trail.piece === id)?.path ?? [];
    return path.flatMap((place): Point[] => {
      const found = this.places.get(place);
      return found ? [[found.x, found.y]] : [];
    });
  }

  private glide(element: HTMLElement, from: Point, to: Point, way: readonly Point[], delay: number): void {
    const inner = way.slice(1, -1);
    const [start, end] = [way[0] ?? from, way.at(-1) ?? to];
    // The way leads through the middles of places; the piece lies beside them by the same little bit all along.
    const aside = (share: number): Point => [
      (from[0] - start[0]) * (1 - share) + (to[0] - end[0]) * share,
      (from[1] - start[1]) * (1 - share) + (to[1] - end[1]) * share,
    ];
    const stops = [from, ...inner.map(([x, y], at): Point => {
      const [dx, dy] = aside((at + 1) / (inner.length + 1));
      return [x + dx, y + dy];
    }), to];
    element.animate(
      stops.map(([x, y]) => ({ translate: `${x - to[0]}px ${y - to[1]}px` })),
      { duration: Math.min(LONGEST, MOVE + FURTHER * inner.length), delay, fill: "backwards", easing: "ease-out" },
    );
  }

  private sink(element: HTMLElement, [x, y]: Point): void {
    const ghost = element.cloneNode(true) as HTMLElement;
    ghost.removeAttribute("data-piece");
    ghost.classList.remove("piece", "legal", "chosen", "involved", "pointed");
    // It lies by its edges, not by a transform, which would shrink towards the corner of the map with it.
    Object.assign(ghost.style, { position: "absolute", left: `${x}px`, top: `${y}px`, transform: "none", pointerEvents: "none" });
    this.layer.append(ghost);
    const gone = ghost.animate([{ opacity: 1, scale: 1 }, { opacity: 0.7, scale: 0.8, offset: 0.6 }, { opacity: 0, scale: 0.8 }], { duration: LOSS, easing: "ease-in" });
    gone.onfinish = gone.oncancel = (): void => ghost.remove();
  }
}

/** What was clicked in vain shakes its head. */
export function shake(element: Element | null | undefined): void {
  element?.animate([{ translate: "0 0" }, { translate: "3px 0" }, { translate: "-3px 0" }, { translate: "3px 0" }, { translate: "0 0" }], { duration: 160 });
}
