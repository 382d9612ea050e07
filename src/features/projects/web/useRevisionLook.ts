import { useCallback, useState } from "react";
import type { Compared, CompareView } from "./useComparison.ts";
import { useRevisions } from "./useRevisions.ts";

/** What of the revisions is looked at: the list, two of them, and the place of change in hand. */
export function useRevisionLook(projectId: string, newest: number, wanted: number | undefined) {
  // An address may ask for the comparison with an older revision.
  const asked = wanted !== undefined && wanted < newest ? { from: wanted, to: newest } : null;
  const [isListing, setListing] = useState(asked !== null);
  const [chosen, setChosen] = useState<Compared | null>(asked);
  const [view, setView] = useState<CompareView>("changes");
  const [place, setPlace] = useState(0);
  const revisions = useRevisions(projectId, newest, isListing);
  const numbers = revisions.revisions?.map(({ number }) => number) ?? [];
  const before = numbers.find((number) => number < newest);
  // A chosen one may be deleted meanwhile: then it is the newest and the one before it again.
  const isThere = chosen !== null && numbers.includes(chosen.from) && numbers.includes(chosen.to);
  const compared = !isListing ? null : isThere ? chosen : before === undefined ? null : { from: before, to: newest };
  const older = compared === null ? [] : view === "only" ? [compared.to] : [compared.from, compared.to];
  return {
    isListing,
    compared,
    view,
    place,
    revisions,
    bringsBack: older.find((number) => number !== newest) ?? null,
    setView,
    setPlace,
    compare: (next: Compared): void => {
      setChosen(next);
      setPlace(0);
    },
    open: (): void => setListing(true),
    /** Opens the comparison of the newest revision with an older one. */
    compareWith: (from: number): void => {
      setChosen({ from, to: newest });
      setPlace(0);
      setListing(true);
    },
    close: useCallback((): void => {
      setListing(false);
      setChosen(null);
      setView("changes");
      setPlace(0);
    }, []),
  };
}
