/*
 * Prints figures beside their bars: npm run bench, or npm run bench -- list start for single items. Figures never fail
 * a build; the program only ends with 1 when something could not be measured.
 */
import { table, type Figure } from "./figures.ts";

/** Items in the order they run; each is loaded when its turn comes, so that none pays for another. */
const items: Record<string, () => Promise<Figure[]>> = {
  page: async () => (await import("./page.ts")).measurePage(),
  start: async () => (await import("./start.ts")).measureStart(),
  list: async () => (await import("./list.ts")).measureList(),
  projects: async () => (await import("./projects.ts")).measureProjects(),
  document: async () => (await import("./document.ts")).measureDocument(),
  edits: async () => (await import("./edits.ts")).measureEdits(),
  typing: async () => (await import("./typing.ts")).measureTyping(),
  calendar: async () => (await import("./calendar.ts")).measureCalendar(),
  interactions: async () => (await import("./interactions.ts")).measureInteractions(),
  leads: async () => (await import("./leads.ts")).measureLeads(),
  dashboard: async () => (await import("./dashboard.ts")).measureDashboard(),
  run: async () => (await import("./run.ts")).measureRun(),
  engine: async () => [
    ...(await (await import("./engine.ts")).measureEngine()),
    ...(await (await import("./plans.ts")).measurePlans()),
  ],
  streams: async () => (await import("./streams.ts")).measureStreams(),
  neighbours: async () => (await import("./neighbours.ts")).measureNeighbours(),
  coins: async () => (await import("./coins.ts")).measureCoins(),
  exports: async () => (await import("./exports.ts")).measureExports(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(items, name));
if (unknown.length > 0) {
  console.error(`No such item: ${unknown.join(", ")}. There are ${Object.keys(items).join(", ")}.`);
  process.exit(1);
}

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(items)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring ${name} …`);
  try {
    figures.push(...(await measure()));
  } catch (error) {
    console.error(error);
    figures.push({ name, figure: "could not be measured", isMet: false });
    process.exitCode = 1;
  }
}
console.log(`\n${table(figures)}`);
