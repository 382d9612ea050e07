import { chromium, type Browser, type CDPSession, type Page } from "playwright-core";
import { findBrowser } from "../scripts/browser.mjs";

/** A Chromium that fetches nothing of its own. */
export async function openBrowser(): Promise<Browser> {
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  return chromium.launch({
    executablePath: await findBrowser(),
    args: [
      "--headless",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(isRoot ? ["--no-sandbox"] : []),
    ],
  });
}

/** A file as it came over the wire. */
export interface Transfer {
  path: string;
  type: string;
  /** Bytes on the wire, headers included. */
  bytes: number;
}

/** Collects everything that a page fetches from here on; a finished one carries its size on the wire. */
export async function watchTransfers(page: Page): Promise<{ session: CDPSession; transfers: Transfer[] }> {
  const session = await page.context().newCDPSession(page);
  const transfers: Transfer[] = [];
  const open = new Map<string, Omit<Transfer, "bytes">>();
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    open.set(requestId, { path: new URL(response.url).pathname, type });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const known = open.get(requestId);
    if (known) transfers.push({ ...known, bytes: encodedDataLength });
  });
  await session.send("Network.enable");
  return { session, transfers };
}
