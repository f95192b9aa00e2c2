import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { artwork } from "./artwork.plugin.ts";

/** Where `vite dev` finds a running server; the built client is served by the server itself. */
const server = process.env.SHAPAN_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [artwork(), svelte()],
  build: {
    outDir: "../src/shapan/server/static",
    emptyOutDir: true,
    target: "es2022",
    // A strict content security policy forbids inline scripts and styles made by the bundler.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  // State is tested as the browser runs it, not as a server would render it once.
  ...(process.env.VITEST ? { resolve: { conditions: ["browser"] } } : {}),
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
