import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openStore, sessionEnded } from "#src/app/store.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { pageFetch, type Person } from "#src/testing/visitor.ts";
import { onSettingsElsewhere, settings } from "./store.ts";

let product: TestProduct;
let mara: Person;
/** What the network does to a request before it goes out; throws to lose it. */
let onTheWay: (body: string) => Promise<void>;

beforeAll(async () => {
  product = await openTestProduct();
});
beforeEach(async () => {
  mara = await product.signUp();
  onTheWay = async () => undefined;
  vi.stubGlobal("fetch", async (path: string, init: { method: string; body?: string }) => {
    await onTheWay(init.body ?? "");
    return pageFetch(mara)(path, init);
  });
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => product.close());

async function openLoaded() {
  const store = openStore();
  await store.dispatch(settings.fetch());
  return store;
}
const shown = (store: ReturnType<typeof openStore>) => store.getState().settings;

test("shows a settings change immediately and saves it", async () => {
  const store = await openLoaded();
  const change = store.dispatch(settings.update({ application: { defaultGoalLanguage: "pl" } }));
  expect(shown(store)).toMatchObject({
    saving: true,
    value: { application: { defaultGoalLanguage: "pl", appLanguage: "en" } },
  });
  await change.unwrap();
  expect(shown(store)).toMatchObject({ saving: false, error: undefined });
  expect(shown(store).value).toEqual((await mara.send("GET", "/api/user/settings")).body);
});

test("reverts a rejected change with its message and keeps concurrent changes", async () => {
  const store = await openLoaded();
  const refused = store.dispatch(settings.update({ additionalInfo: { defaultCompanyWebsite: "radwerk" } }));
  const kept = store.dispatch(settings.update({ additionalInfo: { defaultProductsPitch: "Bikes" } }));
  expect(shown(store).value?.additionalInfo).toMatchObject({
    defaultCompanyWebsite: "radwerk",
    defaultProductsPitch: "Bikes",
  });
  const failure: unknown = await refused.unwrap().catch((cause: unknown) => cause);
  expect(failure).toMatchObject({
    message: "Failed to update settings",
    fields: [{ path: "additionalInfo.defaultCompanyWebsite" }],
  });
  expect(shown(store).error?.message).toBe("Failed to update settings");
  await kept.unwrap();
  expect(shown(store).value?.additionalInfo).toMatchObject({
    defaultCompanyWebsite: "",
    defaultProductsPitch: "Bikes",
  });
});

test("sends changes of the same field in order, even when the first is slow", async () => {
  const store = await openLoaded();
  let release = (): void => undefined;
  const slow = new Promise<void>((done) => (release = done));
  onTheWay = async (body) => (body.includes('"fr"') ? slow : undefined);
  const first = store.dispatch(settings.update({ application: { defaultGoalLanguage: "fr" } }));
  const second = store.dispatch(settings.update({ application: { defaultGoalLanguage: "es" } }));
  expect(shown(store).value?.application.defaultGoalLanguage).toBe("es");
  release();
  await Promise.all([first.unwrap(), second.unwrap()]);
  expect(shown(store).value?.application.defaultGoalLanguage).toBe("es");
  expect((await mara.send("GET", "/api/user/settings")).body.application.defaultGoalLanguage).toBe("es");
});

test("reverts a change when the connection is lost and keeps the loaded settings", async () => {
  const store = await openLoaded();
  onTheWay = () => Promise.reject(new TypeError("Failed to fetch"));
  await expect(store.dispatch(settings.update({ onboardingState: "finished" })).unwrap()).rejects.toMatchObject({
    message: "Failed to update settings",
    code: "network.offline",
  });
  expect(shown(store)).toMatchObject({ loaded: true, value: { onboardingState: "notFinished" } });
  await expect(store.dispatch(settings.fetch()).unwrap()).rejects.toMatchObject({
    message: "Failed to fetch settings",
  });
  expect(shown(store)).toMatchObject({ loaded: false, error: { message: "Failed to fetch settings" } });
});

test("drops pending changes when the session ends", async () => {
  const store = await openLoaded();
  let release = (): void => undefined;
  const slow = new Promise<void>((done) => (release = done));
  onTheWay = async (body) => (body.includes('"fr"') ? slow : undefined);
  const first = store.dispatch(settings.update({ application: { defaultGoalLanguage: "fr" } }));
  const second = store.dispatch(settings.update({ application: { defaultGoalLanguage: "es" } }));
  store.dispatch(sessionEnded());
  const jonas = await product.signUp("Jonas Albrecht");
  mara = jonas;
  release();
  await Promise.all([first, second]);
  expect(shown(store).value).toBeUndefined();
  expect((await jonas.send("GET", "/api/user/settings")).body.application.defaultGoalLanguage).not.toBe("es");
});

test("notifies other tabs of saved settings", async () => {
  const store = await openLoaded();
  const heard = new Promise<void>((done) => {
    const stop = onSettingsElsewhere(() => {
      stop();
      done();
    });
  });
  await store.dispatch(settings.update({ favoriteWorkflows: [] })).unwrap();
  await heard;
});
