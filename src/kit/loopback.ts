const hosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether the host of an address, as `URL` writes it, is this machine. */
export const isLoopback = (hostname: string): boolean => hosts.has(hostname);
