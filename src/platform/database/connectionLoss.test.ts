import { expect, test } from "vitest";
import { isConnectionLoss } from "./connectionLoss.ts";

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });

test.each([
  withCode("terminating connection due to administrator command", "57P01"),
  withCode("the database system is starting up", "57P03"),
  withCode("sorry, too many clients already", "53300"),
  withCode("connection does not exist", "08003"),
  withCode("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
  withCode("read ECONNRESET", "ECONNRESET"),
  new Error("Connection terminated unexpectedly"),
  new Error("timeout exceeded when trying to connect"),
  new Error("Migration: it broke", { cause: withCode("write EPIPE", "EPIPE") }),
  new AggregateError([withCode("connect ECONNREFUSED ::1:5432", "ECONNREFUSED")]),
])('recognizes "%s" as a lost connection', (error) => {
  expect(isConnectionLoss(error)).toBe(true);
});

test.each([
  withCode("duplicate key value violates unique constraint", "23505"),
  withCode("canceling statement due to user request", "57014"),
  withCode("permission denied for table coin_entry", "42501"),
  withCode("no such file or directory", "ENOENT"),
  new Error("anything else"),
  "Connection terminated",
  null,
])('does not treat "%s" as a lost connection', (error) => {
  expect(isConnectionLoss(error)).toBe(false);
});
