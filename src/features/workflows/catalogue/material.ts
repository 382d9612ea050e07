import type { CommonForm, Freshness, SourceRequest } from "../workflow.ts";

/**
 * What a form wants to be read: own files unless research is off, web addresses and searches only when the web is
 * wished.
 * @param addresses empty ones are left out
 * @param queries one search each
 * @param freshness how old their pages may be at most; absent for any age
 */
export function materialOf(
  form: Pick<CommonForm, "attachments" | "research" | "depth">,
  addresses: readonly string[],
  queries: readonly string[],
  freshness?: Freshness,
): SourceRequest[] {
  const files = form.attachments.map((fileId): SourceRequest => ({ kind: "file", fileId }));
  if (form.research !== "web") return files;
  const count = { quick: 3, standard: 5, deep: 8 }[form.depth];
  const urls = [...new Set(addresses.filter((address) => address !== ""))].map((url): SourceRequest => ({
    kind: "url",
    url,
  }));
  const searches = queries
    .filter((query) => query.trim() !== "")
    .map((query): SourceRequest => ({
      kind: "search",
      query: query.trim(),
      count,
      ...(freshness === undefined ? {} : { freshness }),
    }));
  return [...files, ...urls, ...searches];
}
