export interface Probe {
  /** Longest wait, milliseconds. */
  ms: number;
  fetch: typeof globalThis.fetch;
  apiKey?: string | undefined;
  /** With a body the server is asked by POST. */
  body?: object;
}

/** The JSON that a server says at an address; null when it does not answer in time, refuses, or says none. */
export async function probe(url: string, { ms, fetch, apiKey, body }: Probe): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: {
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      signal: AbortSignal.timeout(ms),
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    return null;
  }
}
