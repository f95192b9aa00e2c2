import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const NAME = "virtual:artwork";
const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
const SCRIPT = "import json; from shapan.draw import artwork; print(json.dumps(artwork()))";

/**
 * Unit symbols, echelon letters and fill patterns as the module `virtual:artwork`, straight from `shapan.draw`, so that
 * the browser, the SVG sheets and print-and-play show the same drawings.
 */
export function artwork(): Plugin {
  return {
    name: "shapan-artwork",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const python = process.env.SHAPAN_PYTHON ?? "python3";
      const env = { ...process.env, PYTHONPATH: SOURCE };
      return `export default ${execFileSync(python, ["-c", SCRIPT], { env, encoding: "utf-8" })}`;
    },
  };
}
