import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";
import { openWebDouble, type WebDouble } from "#src/testing/webDouble.ts";
import { localTimeOf } from "#src/kit/time/clocks.ts";

let product: TestProduct;
let web: WebDouble;
beforeAll(async () => {
  web = await openWebDouble();
  product = await openTestProduct({
    env: { FETCH_ALLOW_HOSTS: web.host, WELCOME_COINS: "5000" },
    now: () => new Date("2027-03-15T09:00:00Z"),
  });
});
afterAll(async () => {
  await product.close();
  await web.close();
});

interface Ended {
  shown: string;
  options: { start: string; end: string }[];
  run: { status: string };
}
async function plan(person: Person, changes: object = {}): Promise<Ended> {
  const formValues = {
    requirementTitle: "Review",
    purpose: "We decide on the plan.",
    // The clocks of Europe change on the Sunday between both weeks.
    window: { from: "2027-03-22", to: "2027-04-01" },
    fromTime: "09:00",
    toTime: "12:00",
    minutes: 60,
    count: 10,
    buffer: 0,
    zone: "Europe/Berlin",
    ...changes,
  };
  const path = "/api/workflows/appointmentPlannerWorkflow/runs";
  const { body } = await person.send("POST", path, { enData: { formValues } }, { "idempotency-key": newId() });
  await readEvents(person, body.run.id);
  const { run } = (await person.send("GET", `/api/workflows/runs/${body.run.id}`)).body;
  const revision = `/api/projects/workflow/${run.projectId}/revisions/${run.revision}`;
  const { document } = (await person.send("GET", revision)).body.revision;
  return { run, shown: JSON.stringify(document), options: document.data.options };
}
const enter = async (person: Person, entry: object): Promise<void> => {
  const enData = { type: "1000", title: "Canary", timeZone: "Europe/Berlin", ...entry };
  expect((await person.send("POST", "/api/calendar/entry", { enData })).status).toBe(201);
};
const clock = (instant: string): string => localTimeOf(Date.parse(instant), "Europe/Berlin");
const meets = ({ start, end }: { start: string; end: string }, from: string, to: string): boolean =>
  start < new Date(to).toISOString() && new Date(from).toISOString() < end;

test("a run reads the own calendar, recurring entries over a change of clocks included, and nobody else's", async () => {
  const [person, other] = [await product.signUp(), await product.signUp()];
  // Ten to twelve each day in Berlin, by winter time and by summer time; Wednesday 24 March is busy as a whole.
  await enter(person, {
    start: "2027-03-01T09:00:00Z",
    end: "2027-03-01T11:00:00Z",
    rrule: "FREQ=DAILY",
  });
  await enter(person, { start: "2027-03-24T07:00:00Z", end: "2027-03-24T12:00:00Z" });
  await enter(other, { start: "2027-03-20T07:00:00Z", end: "2027-04-10T12:00:00Z" });
  const { options, shown, run } = await plan(person);
  expect(run.status).toBe("succeeded");
  expect(options.length).toBeGreaterThan(4);
  // Nine to ten is left on both sides of the change.
  expect([...new Set(options.map(({ start }) => clock(start)))]).toEqual(["09:00"]);
  expect(options.filter((one) => meets(one, "2027-03-24T07:00:00Z", "2027-03-24T12:00:00Z"))).toEqual([]);
  expect(shown).toContain("Your calendar in Pioneer was read on Mon 15 Mar 2027");
  expect(shown).not.toContain("Canary");
  // The other person is busy all the time, and has no time found.
  expect((await plan(other)).options).toEqual([]);
  expect((await plan(other, { isKeptFree: false })).options.length).toBeGreaterThan(4);
});

test("a weekly entry takes its hour of the wall clock in both weeks", async () => {
  const person = await product.signUp();
  await enter(person, {
    start: "2027-03-04T08:00:00Z",
    end: "2027-03-04T10:00:00Z",
    rrule: "FREQ=WEEKLY",
  });
  const window = { from: "2027-03-25", to: "2027-03-25" };
  const summer = { from: "2027-04-01", to: "2027-04-01" };
  expect((await plan(person, { window })).options.map(({ start }) => clock(start))).toEqual(["11:00"]);
  expect((await plan(person, { window: summer })).options.map(({ start }) => clock(start))).toEqual(["11:00"]);
});

test("a participant's feed is read, and one that is gone is told", async () => {
  const person = await product.signUp();
  web.on("/tom.ics", {
    type: "text/calendar",
    body: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Canary\nDTSTART:20270322T070000Z\nDTEND:20270322T090000Z\nRRULE:FREQ=DAILY\nEND:VEVENT\nEND:VCALENDAR",
  });
  const tom = (feed: string) => ({ people: [{ name: "Tom", zone: "Europe/Berlin", feed: web.url(feed) }] });
  const window = { from: "2027-03-22", to: "2027-03-26" };
  const read = await plan(person, { ...tom("/tom.ics"), window });
  // Eight to ten is taken.
  expect(read.options.filter(({ start }) => clock(start) < "10:00")).toEqual([]);
  expect(read.options.length).toBeGreaterThan(4);
  expect(read.shown).toContain("Tom’s calendar was read on");
  expect(read.shown).not.toContain("Canary");
  const gone = await plan(person, { ...tom("/gone.ics"), window });
  expect(gone.shown).toContain("Couldn’t read Tom’s calendar, so suggested times may conflict with it.");
});

test("leads become participants with name, email and the zone of their country; closed ones do not", async () => {
  const [person, other] = [await product.signUp(), await product.signUp()];
  const made = async (who: Person, leads: object[]): Promise<string[]> =>
    (await who.send("POST", "/api/leads", { enData: { leads } })).body.leads.map(({ id }: { id: string }) => id);
  const own = await made(person, [
    { name: "Kyoto Ltd", contact: "Aoi Sato", email: ["aoi@kyoto.example"], address: { country: "Japan" } },
    { name: "Unknown Inc", contact: "Uma Nox", email: ["uma@unknown.example"] },
    { name: "Shut AG", contact: "Shu Tup", doNotContact: true },
  ]);
  const foreign = await made(other, [{ name: "Foreign", contact: "Fay Reign" }]);
  const { shown, options } = await plan(person, { leads: [...own, ...foreign], fromTime: "08:00", toTime: "18:00" });
  expect(shown).toContain("Asia/Tokyo");
  expect(shown).toContain("The lead data for Uma Nox shows no clear time zone, so yours was used");
  expect(shown).toContain("Left out because they asked not to be contacted: Shu Tup");
  expect(shown).toContain("no longer exist: 1");
  expect(shown).not.toContain("Fay Reign");
  // Nine to five in Tokyo ends at nine in Berlin, at ten in summer; Uma begins at nine in Berlin.
  expect([...new Set(options.map(({ start }) => clock(start)))]).toEqual(["09:00"]);
});
