/** Who we are to the server. */

import { api } from "../net/api";
import type { Me } from "../net/wire";

const NOBODY: Me = { account: null, name: null, preferences: {}, games: [], your_turn: [] };

class Session {
  me = $state.raw<Me>(NOBODY);

  async refresh(): Promise<void> {
    this.me = await api.me();
  }

  async logIn(name: string, password: string): Promise<void> {
    this.me = await api.logIn(name, password);
  }

  async register(name: string, password: string): Promise<void> {
    this.me = await api.register(name, password);
  }

  async logOut(): Promise<void> {
    await api.logOut();
    this.me = NOBODY;
  }
}

export const session = new Session();
