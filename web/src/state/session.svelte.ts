/** Who we are to the server. */

import { api } from "../net/api";
import type { Me } from "../net/wire";
import { adoptSettings, settings } from "./settings.svelte";

const NOBODY: Me = { account: null, name: null, preferences: {}, games: [], your_turn: [] };

/** How long settings rest before they are sent: a slider is moved in many small steps. */
const REST = 1_000;

class Session {
  me = $state.raw<Me>(NOBODY);

  async refresh(): Promise<void> {
    this.me = await api.me();
  }

  /** The settings that the account has kept replace those of this browser. */
  async logIn(name: string, password: string): Promise<void> {
    this.me = await api.logIn(name, password);
    adoptSettings(this.me.preferences ?? {});
  }

  /** Keep the settings with the account; call once from the root component. */
  keepSettings(): void {
    $effect(() => {
      const preferences = { ...$state.snapshot(settings) };
      if (!this.me.account) return;
      const timer = setTimeout(() => void api.prefer(preferences).catch(() => undefined), REST);
      return () => clearTimeout(timer);
    });
  }

  async register(name: string, password: string): Promise<void> {
    this.me = await api.register(name, password);
  }

  async logOut(everywhere = false): Promise<void> {
    await (everywhere ? api.logOutEverywhere() : api.logOut());
    this.me = NOBODY;
  }
}

export const session = new Session();
