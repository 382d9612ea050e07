import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "#src/ui/client/api.ts";
import { toastMessage } from "#src/ui/client/toastFailure.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { rewardsQuery } from "./rewards.ts";

/** A reward comes a moment after the run that makes it due; milliseconds. */
const afterRunMs = 2_500;
/**
 * Tells a person of the coins that came for an invite, once in all tabs, and shows them in the balance.
 * @param openRuns runs that are on: with the end of one a reward may come
 */
export function RewardNotice({ openRuns }: { openRuns: readonly string[] }) {
  const { data, refetch } = useQuery(rewardsQuery);
  const told = useRef(new Set<string>());
  const isPending = data?.isPending ?? false;
  useEffect(() => {
    if (!isPending || openRuns.length > 0) return undefined;
    const timer = setTimeout(() => void refetch(), afterRunMs);
    return () => clearTimeout(timer);
  }, [isPending, openRuns, refetch]);
  const rewards = data?.rewards;
  useEffect(() => {
    const fresh = (rewards ?? []).map(({ id }) => id).filter((id) => !told.current.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) told.current.add(id);
    // Another tab may have been faster: whoever marks them tells of them.
    void api.invites
      .markRewards({ ids: fresh })
      .then(async ({ marked }) => {
        invalidate("coins", "runs", "invites");
        if (marked > 0) await toastMessage("resellerInvites.rewardSuccess");
      })
      .catch(() => {
        for (const id of fresh) told.current.delete(id);
      });
  }, [rewards]);
  return null;
}
