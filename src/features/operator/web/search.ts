import { choice, searchParams, type SearchParam } from "#src/ui/client/searchParams.ts";

export const areas = ["overview", "people", "coins", "runs", "mail", "system", "audit"] as const;
export const periods = ["1", "14", "90"] as const;
export const runStates = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export const mailStates = ["failed", "queued", "sent", "kept"] as const;
type Period = (typeof periods)[number];

/** Days of the overview; the router reads figures of an address as numbers. */
const days: SearchParam<Period> = {
  read: (raw) => periods.find((one) => one === String(raw)) ?? "14",
  write: (value) => (value === "14" ? undefined : Number(value)),
};

/** What the page shows, by its address. */
export const search = searchParams({
  tab: choice(areas, "overview"),
  days,
  status: choice(runStates),
  state: choice(mailStates),
});
type Shown = ReturnType<typeof search.read>;
const usual = search.read({});

/** Address of the page with some of it in place of what is usual. */
export const searchOf = (shown: Partial<Shown>) => search.write({ ...usual, ...shown });
