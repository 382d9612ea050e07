import type { AnyProcedure } from "@orpc/server";
import { features } from "./features.ts";

/** Every call of the contract with its handler, by the keys of the contract. */
export const router: Record<string, Record<string, AnyProcedure>> = {};
for (const { handlers = {} } of features)
  for (const [key, calls] of Object.entries(handlers)) router[key] = { ...router[key], ...calls };
