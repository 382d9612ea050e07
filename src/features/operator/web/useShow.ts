import { useNavigate } from "@tanstack/react-router";
import { paths } from "#src/ui/client/paths.ts";
import { searchOf } from "./search.ts";

/** Shows another part of the page under an address of its own. */
export function useShow(): (shown: Parameters<typeof searchOf>[0]) => void {
  const navigate = useNavigate();
  return (shown) => void navigate({ to: paths.operator, search: searchOf(shown), replace: true });
}
