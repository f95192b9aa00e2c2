import { describe, expect, it } from "vitest";

import { routeOf } from "../src/lib/route";

describe("addresses", () => {
  it.each([
    ["/", "", "", { page: "lobby" }],
    ["/", "?new=mukden", "", { page: "new", title: "mukden" }],
    ["/t/mukden", "", "", { page: "title", title: "mukden" }],
    ["/h7m2kq4c", "", "", { page: "game", id: "h7m2kq4c", side: null, at: null }],
    ["/h7m2kq4c", "?at=143", "", { page: "game", id: "h7m2kq4c", side: null, at: 143 }],
    ["/h7m2kq4c/japanese", "", "", { page: "game", id: "h7m2kq4c", side: "japanese", at: null }],
    ["/h7m2kq4c/join", "", "#s3cret", { page: "join", id: "h7m2kq4c", secret: "s3cret" }],
    ["/me", "", "", { page: "me" }],
    ["/login", "", "", { page: "login" }],
    ["/no/such/page", "", "", { page: "lost" }],
    ["/h7m2kq4c", "?at=abc", "", { page: "game", id: "h7m2kq4c", side: null, at: null }],
  ])("%s%s%s", (path, search, hash, route) => {
    expect(routeOf(path, search, hash)).toEqual(route);
  });
});
