import { beforeAll, describe, expect, test } from "vitest";
import { failureOf } from "../data/listStore.ts";
import { ApiError } from "./api.ts";
import { preloadTexts } from "../i18n/index.ts";
import messages from "../i18n/en/messages.json" with { type: "json" };
import { failureText } from "./toastFailure.ts";

beforeAll(() => preloadTexts("messages"));

/** Specification section 8: what was tried is named on every answer that only says that the server failed. */
describe("toast for a generic server error", () => {
  const tried = [
    ["settings.updateError", messages.settings.updateError],
    ["calendarEntry.addError", messages.calendarEntry.addError],
    ["calendarEntry.updateError", messages.calendarEntry.updateError],
    ["calendarEntry.deleteError", messages.calendarEntry.deleteError],
    ["project.removeError", messages.project.removeError],
    ["project.addError", messages.project.addError],
    ["login.serverError", messages.login.serverError],
  ] as const;
  test.each(tried)("names the failed action as %s with the request id", (key, { title, description }) => {
    const refused = new ApiError(500, { code: "server.error", message: "Something", requestId: "req-7" });
    const told = { title, description: `${description} Mention req-7 when you contact support.`, requestId: "req-7" };
    expect(failureText(refused, key)).toEqual(told);
    expect(failureText(failureOf(refused, "Failed to do it"), key)).toEqual(told);
  });

  test("omits the request id when there is none", () => {
    const { title, description } = messages.calendarEntry.updateError;
    for (const cause of [new ApiError(503, {}), failureOf(new TypeError("x is undefined"), "Failed to do it"), null])
      expect(failureText(cause, "calendarEntry.updateError")).toMatchObject({ title, description });
  });

  test("shows the generic message when no action is given", () => {
    const refused = new ApiError(500, { code: "server.error", message: "Something", requestId: "req-7" });
    expect(failureText(refused)).toMatchObject({
      title: messages.server.error.title,
      description: "Nothing was changed. Mention req-7 when you contact support.",
    });
    const { title, description } = messages.unknown;
    expect(failureText(failureOf(new TypeError("x is undefined"), "Failed"))).toMatchObject({ title, description });
  });
});

describe("toast for a specific error", () => {
  test("shows the message of the error", () => {
    const refused = new ApiError(402, { code: "coins.notEnough", message: "Not enough coins", requestId: "req-7" });
    expect(failureText(refused, "settings.updateError")).toMatchObject(messages.coins.notEnough);
    const offline = new ApiError(0, { code: "network.offline", message: "No connection" });
    expect(failureText(offline, "settings.updateError")).toMatchObject(messages.network.offline);
  });

  test("names the failed action when the record no longer exists", () => {
    const gone = new ApiError(404, { code: "notFound", message: "Not found", requestId: "req-7" });
    expect(failureText(gone, "calendarEntry.updateError")).toMatchObject({
      title: messages.calendarEntry.updateError.title,
      description: messages.notFound.description,
    });
  });
});
