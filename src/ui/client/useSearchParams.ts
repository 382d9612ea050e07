import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { SearchParams } from "./searchParams.ts";

/** What the address of the page says; the same object until the address changes. */
export function useSearchParams<T>(params: SearchParams<T>): T {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return useMemo(() => params.read(raw), [params, raw]);
}
