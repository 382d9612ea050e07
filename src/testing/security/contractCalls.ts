import { isContractProcedure } from "@orpc/contract";
import { z } from "zod";
import { contract } from "#src/features/contract.ts";

/** One call of the contract as a caller from outside sees it. */
export interface ContractCall {
  /** `projects.updateProject`. */
  key: string;
  method: string;
  /** With its parameters in braces, `/api/workflows/runs/{runId}`. */
  path: string;
  /** Names of the parameters in the path. */
  params: string[];
  /** JSON Schema of what goes in, path parameters included; null for a call that takes nothing. */
  input: z.core.JSONSchema.JSONSchema | null;
}

function inputOf(schema: unknown): z.core.JSONSchema.JSONSchema | null {
  if (schema === undefined) return null;
  if (!(schema instanceof z.ZodType)) throw new Error("a call takes something that is no Zod schema");
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

/** Every call of the contract, read from the contract itself, so that none can be forgotten. */
export const contractCalls: readonly ContractCall[] = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([name, procedure]) => {
    if (!isContractProcedure(procedure)) throw new Error(`${feature}.${name} is no call`);
    const { route, inputSchema } = procedure["~orpc"];
    const path = `/api${route.path ?? ""}`;
    return [
      {
        key: `${feature}.${name}`,
        method: route.method ?? "POST",
        path,
        params: [...path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => param),
        input: inputOf(inputSchema),
      },
    ];
  }),
);

/** A path with its parameters filled in, percent-encoded. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
