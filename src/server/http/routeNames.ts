import { isContractProcedure } from "@orpc/contract";
import { TrieRouter } from "hono/router/trie-router";
import { contract } from "#src/features/contract.ts";

/** A route as Hono writes it (`/api/files/:id`) or as the contract does (`/coins/{id}`). */
export interface RoutePattern {
  method: string;
  path: string;
}

/** Names the route that answers a request, with parameters in place of their values; undefined when there is none. */
export type RouteName = (method: string, path: string) => string | undefined;

const isParameter = (part: string): boolean => part.startsWith(":") || /^\{\w+\}$/.test(part);

/** Hono's own tree of paths: what a request costs does not depend on how many routes there are. */
export function openRouteNames(patterns: Iterable<RoutePattern>): RouteName {
  const router = new TrieRouter<string>();
  for (const { method, path } of patterns) {
    const parts = path.split("/").map((part) => (isParameter(part) ? `:${part.replace(/\W/g, "")}` : part));
    router.add(method, parts.join("/"), parts.join("/"));
  }
  const parametersOf = (name: string): number => name.split("/:").length;
  return (method, path) => {
    const names = router.match(method === "HEAD" ? "GET" : method, path)[0].map(([name]) => name);
    return names.toSorted((one, other) => parametersOf(one) - parametersOf(other))[0];
  };
}

/** Method and path of every call of the contract. */
export const contractRoutes: readonly RoutePattern[] = Object.values(contract).flatMap((feature) =>
  Object.values(feature).flatMap((procedure: unknown): RoutePattern[] => {
    if (!isContractProcedure(procedure)) return [];
    const { method = "POST", path = "" } = procedure["~orpc"].route;
    return [{ method, path: `/api${path}` }];
  }),
);
