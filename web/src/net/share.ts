/** What this browser adds to the seed of the dice, so that nobody needs to trust the server. */

import { recall, remember } from "../state/settings.svelte";

const PREFIX = new TextEncoder().encode("shapan-share ");
const key = (commitment: string): string => `shapan.part.${commitment}`;
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment to a part. */
export async function seal(part: Uint8Array): Promise<string> {
  const bytes = new Uint8Array([...PREFIX, ...part]);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/**
 * A new part, kept here until it is time to show it, and the commitment that is sent when a seat is taken. A page that
 * did not come by https cannot make one, and plays with the dice of the server.
 */
export async function committed(): Promise<{ share?: string }> {
  if (!globalThis.crypto?.subtle) return {};
  const part = crypto.getRandomValues(new Uint8Array(32));
  const commitment = await seal(part);
  remember(key(commitment), hex(part));
  return recall<string | null>(key(commitment), null) === null ? {} : { share: commitment };
}

/** The part behind a commitment, if it was made in this browser. */
export function partOf(commitment: string): string | null {
  return recall<string | null>(key(commitment), null);
}
