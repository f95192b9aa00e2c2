/** How much room there is: a desk, a tablet, or a telephone. */

export type Room = "wide" | "middle" | "small";

const small = matchMedia("(max-width: 700px)");
const middle = matchMedia("(max-width: 1199px)");
const found = (): Room => (small.matches ? "small" : middle.matches ? "middle" : "wide");

class Screen {
  room = $state<Room>(found());

  constructor() {
    for (const query of [small, middle]) query.addEventListener("change", () => (this.room = found()));
  }
}

export const screen = new Screen();
