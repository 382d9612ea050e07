import { queryOptions } from "@tanstack/react-query";
import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { api } from "#src/ui/client/api.ts";
import { runsKnown } from "./activity.ts";

/** Runs of this person that have not ended, as the server has them; the store of activity is told which they are. */
export const openRunsQuery = (dispatch: Dispatch) =>
  queryOptions({
    queryKey: ["openRuns"],
    queryFn: async ({ signal }) => {
      const { runs } = await api.runs.listRuns({ status: "open" }, { signal });
      dispatch(runsKnown(runs.map(({ id }) => id)));
      return runs;
    },
    staleTime: Infinity,
  });
