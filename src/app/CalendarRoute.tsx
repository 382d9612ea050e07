import { CalendarPage } from "#src/features/calendar/web/CalendarPage.tsx";
import type { EntryGuestsProps } from "#src/features/sharing/web/EntryGuests.tsx";
import { lazyWithRetry } from "#src/ui/lazyWithRetry.tsx";

// Only an entry that is there has guests.
const EntryGuests = lazyWithRetry<EntryGuestsProps>(() =>
  import("#src/features/sharing/web/EntryGuests.tsx").then((part) => part.EntryGuests),
);

/** The calendar, with the invitations of an entry in its editor. */
export function CalendarRoute() {
  return <CalendarPage Guests={EntryGuests} />;
}
