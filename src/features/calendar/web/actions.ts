import type { CalendarSearch } from "./address.ts";
import type { EntryPreview } from "../contract.ts";
import type { Times } from "./moves.ts";

/** What every view of the calendar shows. */
export interface ViewProps {
  today: string;
  zone: string;
  entries: readonly EntryPreview[];
  hidden: CalendarSearch["hide"];
  /** A new entry whose name is being typed. */
  pending: (Times & { allDay: boolean }) | undefined;
  actions: GridActions;
}

/** Where an entry is moved to. */
export interface MoveTarget extends Times {
  /** Set where it moves between hours and whole days. */
  allDay?: boolean;
}

/** What can be done in a grid of days. */
export interface GridActions {
  onOpen: (entry: EntryPreview) => void;
  onMove: (entry: EntryPreview, to: MoveTarget) => void;
  /** A new entry at these times. */
  onCreate: (times: Times) => void;
  /** A new entry over whole days, both of them counted. */
  onCreateDays: (days: { first: string; last: string }) => void;
  /** A click on an empty day. */
  onCreateOn: (day: string) => void;
  /** Shows a day by itself. */
  onShowDay: (day: string) => void;
}
