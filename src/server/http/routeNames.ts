import { isContractProcedure } from "@orpc/contract";
import { contract } from "#src/features/contract.ts";

/** A route as Hono writes it (`/api/files/:id`) or as the contract does (`/coins/{id}`). */
export interface RoutePattern {
  method: string;
  path: string;
}

/** Names the route that answers a request, with parameters in place of their values; undefined when there is none. */
export type RouteName = (method: string, path: string) => string | undefined;

interface Node {
  children: Map<string, Node>;
  parameter?: Node;
  /** Pattern by method. */
  names: Map<string, string>;
}

const newNode = (): Node => ({ children: new Map(), names: new Map() });
const isParameter = (part: string): boolean => part.startsWith(":") || /^\{\w+\}$/.test(part);

/** A tree of the parts of all paths: what a request costs does not depend on how many routes there are. */
export function openRouteNames(patterns: Iterable<RoutePattern>): RouteName {
  const root = newNode();
  for (const { method, path } of patterns) {
    let node = root;
    const parts = path.split("/");
    for (const part of parts) {
      if (isParameter(part)) node = node.parameter ??= newNode();
      else {
        const next = node.children.get(part) ?? newNode();
        node.children.set(part, next);
        node = next;
      }
    }
    const name = parts.map((part) => (isParameter(part) ? `:${part.replace(/\W/g, "")}` : part)).join("/");
    node.names.set(method, name);
  }
  const find = (node: Node, parts: string[], at: number, method: string): string | undefined => {
    const part = parts[at];
    if (part === undefined) return node.names.get(method);
    const child = node.children.get(part);
    const found = child && find(child, parts, at + 1, method);
    if (found !== undefined || part === "" || !node.parameter) return found;
    return find(node.parameter, parts, at + 1, method);
  };
  return (method, path) => find(root, path.split("/"), 0, method === "HEAD" ? "GET" : method);
}

/** Method and path of every call of the contract. */
export const contractRoutes: readonly RoutePattern[] = Object.values(contract).flatMap((feature) =>
  Object.values(feature).flatMap((procedure: unknown): RoutePattern[] => {
    if (!isContractProcedure(procedure)) return [];
    const { method = "POST", path = "" } = procedure["~orpc"].route;
    return [{ method, path: `/api${path}` }];
  }),
);
