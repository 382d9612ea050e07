import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { buildConnector } from "undici";
import { guardedConnector, type Resolve } from "./connector.ts";
import { FetchError } from "./fetchError.ts";

let canary: Server;
let port: string;
let touched = 0;

beforeAll(async () => {
  canary = createServer((socket) => {
    touched += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  port = String((canary.address() as AddressInfo).port);
});
beforeEach(() => {
  touched = 0;
});
afterAll(async () => {
  await new Promise((resolve) => canary.close(resolve));
});

/** `connected`, or why not. */
const attempt = (connect: buildConnector.connector, hostname: string, protocol = "http:"): Promise<string> =>
  new Promise((resolve) => {
    connect({ hostname, host: `${hostname}:${port}`, protocol, port }, (error, socket) => {
      socket?.destroy();
      resolve(error === null ? "connected" : error instanceof FetchError ? error.code : error.message);
    });
  });

describe("guarded connector", () => {
  test.each([
    "127.0.0.1",
    "127.0.0.2",
    "::1",
    "[::1]",
    "0.0.0.0",
    "::",
    "::ffff:127.0.0.1",
    "[::ffff:7f00:1]",
    "::127.0.0.1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "localhost",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "0177.1",
    "017700000001",
    "10.0.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "fe80::1%1",
    "fd00::1",
  ])("does not connect to %s", async (hostname) => {
    expect(["blocked", "unreachable"]).toContain(
      await attempt(guardedConnector(new Set(), 2_000), hostname).then((code) =>
        // Notations that this system's resolver does not know end there.
        /ENOTFOUND|EAI_AGAIN|EINVAL/.test(code) ? "unreachable" : code,
      ),
    );
    expect(touched).toBe(0);
  });

  test("connects to an allowed host on its allowed port only", async () => {
    expect(await attempt(guardedConnector(new Set([`127.0.0.1:${port}`]), 2_000), "127.0.0.1")).toBe("connected");
    expect(await attempt(guardedConnector(new Set(["127.0.0.1:1"]), 2_000), "127.0.0.1")).toBe("blocked");
  });

  test("connects to the address it has checked, despite DNS rebinding", async () => {
    const answers = ["93.184.216.34", "127.0.0.1"];
    let asked = 0;
    const resolve: Resolve = async () => [{ address: answers[asked++] ?? "127.0.0.1", family: 4 }];
    const dialled: { hostname: string; servername: string | undefined }[] = [];
    const dial: buildConnector.connector = ({ hostname, servername }, callback) => {
      dialled.push({ hostname, servername });
      callback(new Error("dialled"), null);
    };
    const connect = guardedConnector(new Set(), 2_000, resolve, dial);
    expect(await attempt(connect, "rebind.example", "https:")).toBe("dialled");
    expect(await attempt(connect, "rebind.example", "https:")).toBe("blocked");
    expect(asked).toBe(2);
    expect(dialled).toEqual([{ hostname: "93.184.216.34", servername: "rebind.example" }]);
  });

  test("rejects a host name with one private address among public ones", async () => {
    const resolve: Resolve = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "::1", family: 6 },
    ];
    expect(await attempt(guardedConnector(new Set(), 2_000, resolve), "mixed.example")).toBe("blocked");
  });
});
