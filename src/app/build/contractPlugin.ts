import { isContractProcedure } from "@orpc/contract";
import type { Plugin } from "vite";
import { z } from "zod";

/** `[method, path]`, and a third `1` where the body carries `enData`. */
export type RouteRow = [method: string, path: string] | [method: string, path: string, sealed: 1];
export interface RouteTree {
  [name: string]: RouteRow | RouteTree;
}

/** The calls as rows of method and path: what a browser needs of the contract, without any schema. */
export function routesOf(contract: object): RouteTree {
  const tree: RouteTree = {};
  for (const [name, value] of Object.entries(contract)) {
    if (isContractProcedure(value)) {
      const { route, inputSchema } = value["~orpc"];
      const isSealed = inputSchema instanceof z.ZodObject && "enData" in inputSchema.shape;
      const head: [string, string] = [route.method ?? "POST", `/api${route.path ?? ""}`];
      tree[name] = isSealed ? [...head, 1] : head;
    } else {
      tree[name] = routesOf(value as object);
    }
  }
  return tree;
}

/** Serves `virtual:routes`, computed from the contract at build time, so that no schema reaches the first page. */
export function contractPlugin(): Plugin {
  const id = "virtual:routes";
  return {
    name: "pioneer-routes",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const { contract } = await import("#src/features/contract.ts");
      return `export default ${JSON.stringify(routesOf(contract))};`;
    },
  };
}
