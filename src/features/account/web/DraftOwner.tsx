import { type ReactNode, useMemo } from "react";
import { DraftOwnerContext } from "#src/ui/forms/useDraft.ts";
import { useSession, useSessionClient } from "./useSession.ts";

/** Says to the forms of a page whose drafts they keep. */
export function DraftOwner({ children }: { children: ReactNode }) {
  const client = useSessionClient();
  const userId = useSession().data?.user.id;
  const owner = useMemo(
    () => ({ userId, isSignedIn: () => client.getState().status === "authenticated" }),
    [client, userId],
  );
  return <DraftOwnerContext value={owner}>{children}</DraftOwnerContext>;
}
