/** The types of the server's documents, made from its own schema: `npm run wire` writes them, `--check` compares. */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const TARGET = fileURLToPath(new URL("src/net/documents.ts", import.meta.url));
const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
const HEAD = "/** The documents of the server. Made by `npm run wire` from shapan.server.wire; not to be edited. */\n";

const python = process.env.SHAPAN_PYTHON ?? "python3";
const env = { ...process.env, PYTHONPATH: SOURCE };
const schema = JSON.parse(execFileSync(python, ["-m", "shapan.server.wire"], { env, encoding: "utf-8" }));
const made = await compile({ ...schema, title: "Wire", type: "object", additionalProperties: false }, "Wire", {
  additionalProperties: false,
  bannerComment: HEAD,
  style: { printWidth: 120 },
  unknownAny: true,
  unreachableDefinitions: true,
});
const REFERENCE = / \*\n \* This interface was referenced by[\s\S]*?"\w+"\.\n/g;
const text = made.replace(/export interface Wire \{\}\n/, "").replace(REFERENCE, "");

if (process.argv.includes("--check")) {
  if (readFileSync(TARGET, "utf-8") !== text) {
    console.error("web/src/net/documents.ts is not what the server sends: run `npm run wire` and commit the result");
    process.exit(1);
  }
} else {
  writeFileSync(TARGET, text);
}
