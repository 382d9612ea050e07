import { notSignedIn } from "#src/kit/errors.ts";
import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { createListStore, type ListState } from "#src/ui/data/listStore.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { api } from "#src/ui/client/api.ts";
import { currentLanguage } from "#src/ui/i18n/index.ts";
import type { Entry, EntryPreview } from "../contract.ts";
import { withOwnId } from "./occurrences.ts";

type Query = Parameters<typeof api.calendar.listEntryPreviews>[0];
type NewEntry = Parameters<typeof api.calendar.createEntry>[0];
type EntryUpdate = Parameters<typeof api.calendar.updateEntry>[0];

/** Specification section 5. */
const notAuthenticated = "User not authenticated";

export interface EntryRemoval {
  /** The signed-in person, undefined while nobody is. */
  userId: string | undefined;
  entryId: string;
  /** Its other occurrences go with it. */
  recurs?: boolean;
}

/** An entry as it is now; the other occurrences of one that recurs are read again. */
function read(entry: Entry): Entry {
  if (entry.rrule !== null) invalidate("recurrences");
  return entry;
}

/** `calendarEntries` of the visible range: a created one is appended. */
export const calendarEntries = createListStore<EntryPreview, Query, NewEntry, EntryUpdate, EntryRemoval>(
  "calendarEntries",
  {
    fetch: {
      raised: "Failed to fetch calendar entry previews",
      call: async (query, signal) => ({
        items: (await api.calendar.listEntryPreviews(query, { signal })).entries.map(withOwnId),
      }),
    },
    create: {
      raised: "Failed to create calendar entry",
      to: "end",
      tags: ["calendar"],
      call: async (input) => (await api.calendar.createEntry({ activeLanguage: currentLanguage(), ...input })).entry,
    },
    update: {
      raised: "Failed to update calendar entry",
      tags: ["calendar"],
      call: async (input) => read((await api.calendar.updateEntry(input)).entry),
      id: (input) => input.id,
      patch: ({ id: _id, notes: _notes, attendees: _attendees, reminders: _reminders, ...shown }) =>
        Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)),
    },
    remove: {
      tags: ["calendar"],
      raised: (refusal) => (refusal.code === "session.required" ? notAuthenticated : "Failed to delete calendar entry"),
      call: async ({ userId, entryId, recurs = false }) => {
        if (!userId) throw notSignedIn(notAuthenticated);
        const answer = await api.calendar.deleteEntry({ enData: { entryId } });
        if (recurs) invalidate("recurrences");
        return answer;
      },
      id: ({ entryId }) => entryId,
    },
  },
);

/**
 * Brings back an entry that was deleted less than 24 hours ago.
 * @throws what the call throws
 */
export const restoreEntry =
  (id: string) =>
  async (dispatch: Dispatch): Promise<void> => {
    const { entry } = await api.calendar.restoreEntry({ id });
    dispatch(calendarEntries.put(read(entry)));
    invalidate("calendar");
  };

export interface EntriesRoot {
  calendarEntries: ListState<EntryPreview>;
}
export const selectEntries = (state: EntriesRoot): ListState<EntryPreview> => state.calendarEntries;
