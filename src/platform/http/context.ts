import type { Session } from "./session.ts";
import type { Deps } from "../deps.ts";

/** What every handler of the contract gets. */
export interface ApiContext {
  deps: Deps;
  session: Session;
  headers: Headers;
  requestId: string;
}
