/** Why a page was not read. `blocked`: not a public web address. `robots`: the site asks machines to stay away. */
export type FetchCode = "blocked" | "robots" | "tooBig" | "timeout" | "notFound" | "unreachable" | "unsupported";

export class FetchError extends Error {
  readonly code: FetchCode;

  constructor(code: FetchCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "FetchError";
    this.code = code;
  }
}
