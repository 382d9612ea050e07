import { combineReducers, configureStore, type UnknownAction } from "@reduxjs/toolkit";
import { describe, expect, test } from "vitest";
import { ProductError } from "#src/kit/errors.ts";
import { createRecordStore, emptyRecord } from "./recordStore.ts";

function openWeather() {
  const answers: { resolve: (value: string) => void; reject: (cause: unknown) => void }[] = [];
  const call = (): Promise<string> => new Promise((resolve, reject) => answers.push({ resolve, reject }));
  const weather = createRecordStore<string>("weather", "Failed to fetch weather", call);
  const inner = combineReducers({ weather: weather.reducer });
  const reducer = (state: ReturnType<typeof inner> | undefined, action: UnknownAction) =>
    inner(action.type === "leave" ? undefined : state, action);
  const store = configureStore({ reducer });
  return { weather, store, answers, state: () => store.getState().weather };
}

const refusal = new ProductError("server.unavailable", { status: 503, message: "Service Unavailable" });

describe("record store", () => {
  test("goes from empty to loading to loaded", async () => {
    const { weather, store, answers, state } = openWeather();
    expect(state()).toEqual(emptyRecord());
    const done = store.dispatch(weather.fetch());
    expect(state()).toMatchObject({ value: undefined, loading: true, loaded: false });
    answers[0]?.resolve("sun");
    await done;
    expect(state()).toMatchObject({ value: "sun", loading: false, loaded: true });
  });

  test("keeps the error of a failed fetch and is not loaded", async () => {
    const { weather, store, answers, state } = openWeather();
    const done = store.dispatch(weather.fetch());
    answers[0]?.reject(refusal);
    await done;
    expect(state()).toMatchObject({
      loading: false,
      loaded: false,
      error: { message: "Failed to fetch weather", status: 503 },
    });
  });

  test("shows the next user nothing of the previous one", async () => {
    const { weather, store, answers, state } = openWeather();
    const late = store.dispatch(weather.fetch());
    store.dispatch({ type: "leave" });
    const next = store.dispatch(weather.fetch());
    answers[0]?.resolve("theirs");
    await late;
    expect(state()).toMatchObject({ value: undefined, loading: true });
    answers[1]?.resolve("mine");
    await next;
    expect(state().value).toBe("mine");
  });
});
