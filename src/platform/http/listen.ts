import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from "node:http";
import { serve, type ServerType } from "@hono/node-server";
import { lingerOnRefusal } from "./linger.ts";

export interface ListenLimits {
  /** Milliseconds from the first byte to the end of the headers. */
  headersTimeout: number;
  /** Milliseconds for a whole request, its body included. */
  requestTimeout: number;
  /** Milliseconds between looks for requests that are late. */
  connectionsCheckingInterval: number;
  /** Bytes of all headers together. */
  maxHeaderSize: number;
}

/** Files may take three minutes to come in (features/files); everything else is quick. */
export const usualLimits: ListenLimits = {
  headersTimeout: 15_000,
  requestTimeout: 200_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
};

/** Opens the port. Senders that are slow on purpose are cut off, whatever they hold back. */
export function listen(
  fetch: Parameters<typeof serve>[0]["fetch"],
  at: { port: number; hostname: string },
  onListening: (port: number) => void,
  limits: ListenLimits = usualLimits,
): ServerType {
  return serve(
    {
      fetch,
      ...at,
      serverOptions: { ...limits },
      // Its own clean-up resets connections after half a second.
      autoCleanupIncoming: false,
      createServer: withLinger,
    },
    ({ port }) => onListening(port),
  );
}

const withLinger = ((options: ServerOptions, listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void) =>
  createServer(options, (incoming, outgoing) => {
    lingerOnRefusal(incoming, outgoing);
    listener(incoming, outgoing);
  })) as typeof createServer;
