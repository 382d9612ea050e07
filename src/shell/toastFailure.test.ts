import { beforeAll, describe, expect, test } from "vitest";
import { failureOf } from "#src/kit/listStore.ts";
import { ApiError } from "./api.ts";
import { preloadTexts } from "./i18n/index.ts";
import messages from "./i18n/en/messages.json" with { type: "json" };
import { failureText } from "./toastFailure.ts";

beforeAll(() => preloadTexts("messages"));

/** Specification section 8: what was tried is named on every answer that only says that the server failed. */
describe("a refusal that says nothing of what was tried", () => {
  const tried = [
    ["settings.updateError", messages.settings.updateError],
    ["calendarEntry.addError", messages.calendarEntry.addError],
    ["calendarEntry.updateError", messages.calendarEntry.updateError],
    ["calendarEntry.deleteError", messages.calendarEntry.deleteError],
    ["project.removeError", messages.project.removeError],
    ["project.addError", messages.project.addError],
    ["login.serverError", messages.login.serverError],
  ] as const;
  test.each(tried)("is told as %s, with the id for support", (key, { title, description }) => {
    const refused = new ApiError(500, { code: "server.error", message: "Something", requestId: "req-7" });
    const told = { title, description: `${description} Quote req-7 to support.`, requestId: "req-7" };
    expect(failureText(refused, key)).toEqual(told);
    expect(failureText(failureOf(refused, "Failed to do it"), key)).toEqual(told);
  });

  test("is told without an id where there is none", () => {
    const { title, description } = messages.calendarEntry.updateError;
    for (const cause of [new ApiError(503, {}), failureOf(new TypeError("x is undefined"), "Failed to do it"), null])
      expect(failureText(cause, "calendarEntry.updateError")).toMatchObject({ title, description });
  });

  test("is told as itself where nobody named what was tried", () => {
    const refused = new ApiError(500, { code: "server.error", message: "Something", requestId: "req-7" });
    expect(failureText(refused)).toMatchObject({
      title: messages.server.error.title,
      description: "Nothing was changed. Quote req-7 to support.",
    });
    const { title, description } = messages.unknown;
    expect(failureText(failureOf(new TypeError("x is undefined"), "Failed"))).toMatchObject({ title, description });
  });
});

describe("a refusal that says more", () => {
  test("keeps its own words", () => {
    const refused = new ApiError(402, { code: "coins.notEnough", message: "Not enough coins", requestId: "req-7" });
    expect(failureText(refused, "settings.updateError")).toMatchObject(messages.coins.notEnough);
    const offline = new ApiError(0, { code: "network.offline", message: "No connection" });
    expect(failureText(offline, "settings.updateError")).toMatchObject(messages.network.offline);
  });

  test("names what was tried and that the record is gone", () => {
    const gone = new ApiError(404, { code: "notFound", message: "Not found", requestId: "req-7" });
    expect(failureText(gone, "calendarEntry.updateError")).toMatchObject({
      title: messages.calendarEntry.updateError.title,
      description: messages.notFound.description,
    });
  });
});
