/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:artwork" {
  import type { Artwork } from "./lib/artwork";
  const data: Artwork;
  export default data;
}
