import { createRecordStore, type RecordState } from "#src/ui/data/recordStore.ts";
import { api } from "#src/ui/client/api.ts";
import type { User } from "../contract.ts";

/** `activeUser`, fetched whenever a session exists. */
export const activeUser = createRecordStore<User>("activeUser", "Failed to fetch user", (signal) =>
  api.account.getUser(undefined, { signal }),
);

export interface ActiveUserRoot {
  activeUser: RecordState<User>;
}
export const selectActiveUser = (state: ActiveUserRoot): RecordState<User> => state.activeUser;
