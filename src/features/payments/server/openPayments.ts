import type { Deps } from "#src/platform/deps.ts";
import { openLocal } from "./local.ts";
import { openStripe } from "./stripe.ts";

/** The payment provider that the operator chose; `local` while nothing else was said, outside of production. */
export function openPayments(deps: Pick<Deps, "config" | "db" | "newId" | "now" | "log">): Deps["payments"] {
  switch (deps.config.payments ?? (deps.config.nodeEnv === "production" ? "off" : "local")) {
    case "stripe":
      return openStripe(deps.config, deps.log);
    case "local":
      return openLocal(deps);
    default:
      return null;
  }
}
