declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
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
  export default function autocannon(options: Options): Promise<Result>;
}

declare module "*/scripts/browser.mjs" {
  /** Path of a Chromium that starts. */
  export function findBrowser(): Promise<string>;
}
