declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    /** Seconds, when no amount is set. */
    duration?: number;
    /** Requests. */
    amount?: number;
    headers: Record<string, string>;
  }
  interface Result {
    /** Seconds it really took. */
    duration: number;
    errors: number;
    non2xx: number;
    requests: { total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
  }
  interface Shots extends Promise<Result> {
    on: (event: "response", listener: () => void) => this;
  }
  export default function autocannon(options: Options): Shots;
}

declare module "*/scripts/browser.mjs" {
  /** Path of a Chromium that starts. */
  export function findBrowser(): Promise<string>;
}
