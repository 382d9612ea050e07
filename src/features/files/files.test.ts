import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { notSignedIn } from "#src/kit/errors.ts";
import { newId } from "#src/kit/ids.ts";
import { id } from "#src/kit/schemas.ts";
import { errorResponse, toProductError } from "#src/platform/http/errors.ts";
import { openThrottle } from "#src/platform/throttle.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { docxBomb, docxOf, lyingDocxBomb, pdfOf, pngPixel, recordings, xlsxOf } from "#src/testing/documents.ts";
import { fileRecord } from "./contract.ts";
import { fileTypes, maxFileBytes, maxRecordingBytes, maxPersonBytes } from "./rules.ts";
import { openExtractor } from "./server/extract.ts";
import { filesOf } from "./server/repository.ts";
import { attachmentHeader, fileRoutes } from "./server/routes.ts";
import { hashOf, localStorage, type FileStorage } from "#src/platform/storage/storage.ts";
import { storeSnapshot, readFileText, readSnapshot, removeAllFiles } from "./server/usecases.ts";

/** Answers of the calls. */
const fileAnswer = z.strictObject({ file: fileRecord });
const fileListAnswer = z.strictObject({ files: z.array(fileRecord), nextCursor: id.optional() });
const fileDeletedAnswer = z.strictObject({ id });

let database: TestDatabase;
let folder: string;
let storage: FileStorage;
let server: ServerType;
let base: string;
let ada: string;
let ben: string;
const extractor = openExtractor({ idleMs: 60_000 });

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "pioneer-files-"));
  storage = localStorage(folder);
  const deps = {
    db: database.db,
    storage,
    now: () => new Date(),
    newId: () => newId(),
    throttle: await openThrottle(1_000, database.pool),
  };
  const app = new Hono();
  app.onError((error) => errorResponse(toProductError(error), "test"));
  app.route(
    "/",
    fileRoutes(
      deps,
      async (context) => {
        const userId = context.req.header("x-test-user");
        if (userId === undefined) throw notSignedIn();
        return {
          id: newId(),
          userId,
          email: "",
          name: "",
          image: null,
          emailVerified: true,
          signedInAt: new Date(),
          expiresAt: new Date(),
        };
      },
      { extractor, limits: { idleMs: 2_000, totalMs: 20_000 } },
    ),
  );
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve());
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await extractor.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const person = async (): Promise<string> => {
  const id = newId();
  await database.db
    .insertInto("user")
    .values({ id, name: "P", email: `${id}@example.org` })
    .execute();
  return id;
};

beforeEach(async () => {
  [ada, ben] = await Promise.all([person(), person()]);
});

const call = (
  user: string,
  path: string,
  init: Omit<RequestInit, "headers"> & { headers?: Record<string, string>; duplex?: "half" } = {},
): Promise<Response> => fetch(`${base}${path}`, { ...init, headers: { "x-test-user": user, ...init.headers } });

const upload = (user: string, name: string, body: Uint8Array | string): Promise<Response> =>
  call(user, "/api/files", {
    method: "POST",
    headers: { "x-file-name": encodeURIComponent(name) },
    body: typeof body === "string" ? body : Uint8Array.from(body),
  });

const uploaded = async (user: string, name: string, body: Uint8Array | string) => {
  const answer = await upload(user, name, body);
  expect([name, answer.status]).toEqual([name, 201]);
  return fileAnswer.parse(await answer.json()).file;
};

const refusalOf = async (answer: Response): Promise<string> => `${answer.status} ${(await answer.json()).code}`;
const filesStored = async (): Promise<number> =>
  (await readdir(folder, { recursive: true })).filter((name) => /\w{64}$/.test(name)).length;

describe("files", () => {
  test("are uploaded raw or as multipart, extracted as text and downloaded unchanged", async () => {
    const bytes = docxOf(["Plan für Köln"]);
    const file = await uploaded(ada, "Plan für Köln.docx", bytes);
    expect(file).toMatchObject({
      name: "Plan für Köln.docx",
      mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      size: bytes.length,
      hasText: true,
    });
    expect((await readFileText({ userId: ada, id: file.id }, { db: database.db, storage })).text).toBe("Plan für Köln");

    const form = new FormData();
    form.set("file", new File([Uint8Array.from(pngPixel)], "Bild.png"));
    const answer = await call(ada, "/api/files", { method: "POST", body: form });
    expect(fileAnswer.parse(await answer.json()).file).toMatchObject({
      name: "Bild.png",
      mediaType: "image/png",
      hasText: false,
    });

    const back = await call(ada, `/api/files/${file.id}`);
    expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("are served with headers that prevent execution in the browser", async () => {
    const { id } = await uploaded(ada, 'ä "1" (x).txt', "<script>alert(1)</script>");
    const { headers } = await call(ada, `/api/files/${id}`);
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="_ _1_ (x).txt"; filename*=UTF-8''%C3%A4%20%221%22%20%28x%29.txt`,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(/^sandbox;/);
    expect(headers.get("content-type")).toBe("text/plain");
    expect(headers.get("cache-control")).toContain("no-store");
  });

  test.each<[string, () => Uint8Array | string, string]>([
    ["a.pdf", () => pdfOf(["x"]), "application/pdf"],
    ["a.xlsx", () => xlsxOf("S", [["x"]]), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["a.md", () => "# x", "text/markdown"],
    ["BM.csv", () => "BM;1", "text/csv"],
    ["a.vtt", () => "WEBVTT\n\n00:00.000 --> 00:01.000\nx", "text/vtt"],
    ["a.srt", () => "1\n00:00:00,000 --> 00:00:01,000\nx", "application/x-subrip"],
    ["without ending", () => "words", "text/plain"],
    ["picture without ending", () => pngPixel, "image/png"],
  ])("accept %s", async (name, bytes, mediaType) => {
    expect((await uploaded(ada, name, bytes())).mediaType).toBe(mediaType);
  });

  test("are listed page by page, newest first, for their owner only", async () => {
    const names: string[] = [];
    for (let index = 0; index < 5; index += 1)
      names.unshift((await uploaded(ada, `${index}.txt`, `text ${index}`)).name);
    await uploaded(ben, "ben.txt", "other");
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ limit: "2", ...(cursor === undefined ? {} : { cursor }) });
      const page = fileListAnswer.parse(await (await call(ada, `/api/files?${query}`)).json());
      seen.push(...page.files.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(names);
  });

  test("return 404 to other users on download and deletion", async () => {
    const { id } = await uploaded(ada, "mine.txt", "mine");
    expect(await refusalOf(await call(ben, `/api/files/${id}`))).toBe("404 notFound");
    expect(await refusalOf(await call(ben, `/api/files/${id}`, { method: "DELETE" }))).toBe("404 notFound");
    expect((await call(ada, `/api/files/${id}`)).status).toBe(200);
    await expect(readFileText({ userId: ben, id }, { db: database.db, storage })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("require a session", async () => {
    for (const [method, path] of [
      ["GET", "/api/files"],
      ["POST", "/api/files"],
      ["GET", `/api/files/${newId()}`],
      ["DELETE", `/api/files/${newId()}`],
    ]) {
      expect((await fetch(`${base}${path}`, { method: method ?? "" })).status).toBe(401);
    }
  });

  test("are deleted together with their content once no other file shares it", async () => {
    const before = await filesStored();
    const mine = await uploaded(ada, "a.txt", "shared words");
    const hers = await uploaded(ben, "b.txt", "shared words");
    expect(await filesStored()).toBe(before + 1);
    const deleted = await call(ada, `/api/files/${mine.id}`, { method: "DELETE" });
    expect(fileDeletedAnswer.parse(await deleted.json())).toEqual({ id: mine.id });
    expect((await call(ben, `/api/files/${hers.id}`)).status).toBe(200);
    await call(ben, `/api/files/${hers.id}`, { method: "DELETE" });
    expect(await filesStored()).toBe(before);
    expect((await call(ben, `/api/files/${hers.id}`)).status).toBe(404);
  });

  test("survive concurrent uploads and deletions of the same content", async () => {
    const round = async (user: string): Promise<void> => {
      const { id } = await uploaded(user, "x.txt", "hot content");
      expect((await call(user, `/api/files/${id}`)).status).toBe(200);
      await call(user, `/api/files/${id}`, { method: "DELETE" });
    };
    const rounds = async (user: string): Promise<void> => {
      for (let index = 0; index < 8; index += 1) await round(user);
    };
    await Promise.all([rounds(ada), rounds(ben), rounds(ada), rounds(ben)]);
  });

  test("are removed with the account together with snapshots, leaving those of others", async () => {
    const deps = { db: database.db, storage };
    await uploaded(ada, "a.txt", "ada's words");
    const own = await storeSnapshot({ userId: ada, text: "a page ada read" }, deps);
    const both = await storeSnapshot({ userId: ada, text: "a page both read" }, deps);
    await storeSnapshot({ userId: ben, text: "a page both read" }, deps);
    expect(await readSnapshot({ userId: ben, hash: own }, deps)).toBeNull();
    await removeAllFiles({ userId: ada }, deps);
    expect([await storage.get(hashOf("ada's words")), await storage.get(own)]).toEqual([null, null]);
    expect(await readSnapshot({ userId: ben, hash: both }, deps)).toBe("a page both read");
  });
});

describe("upload", () => {
  test.each(Object.entries(recordings))("takes a recording, %s, which has no text", async (name, bytes) => {
    const answer = await upload(ada, name, bytes);
    expect(answer.status).toBeLessThan(300);
    const ending = name.split(".").at(-1) ?? "";
    const { file: kept } = fileAnswer.parse(await answer.json());
    expect(kept.hasText).toBe(false);
    expect(fileTypes[kept.mediaType]).toContain(ending);
  });

  test.each<[string, string, () => Uint8Array | string, string]>([
    ["a path", "../../etc/passwd", () => "x", "400 request.bad"],
    ["a backslash path", "..\\x.txt", () => "x", "400 request.bad"],
    ["NUL in the name", "a\u0000.txt", () => "x", "400 request.bad"],
    ["a line break in the name", "a\r\nSet-Cookie: x.txt", () => "x", "400 request.bad"],
    ["a long name", `${"x".repeat(300)}.txt`, () => "x", "400 request.bad"],
    ["nothing", "a.txt", () => "", "400 request.bad"],
    ["a program", "a.exe", () => "MZ", "415 files.wrongType"],
    ["a web page", "a.html", () => "<p>", "415 files.wrongType"],
    ["a drawing that could hold scripts", "a.svg", () => "<svg/>", "415 files.wrongType"],
    ["a picture called pdf", "a.pdf", () => pngPixel, "415 files.wrongType"],
    ["bytes called text", "a.txt", () => Uint8Array.from([0, 1, 2, 255]), "415 files.wrongType"],
    ["a zip called docx", "a.docx", () => Buffer.from("PK\u0003\u0004nothing"), "415 files.wrongType"],
    ["a broken pdf", "a.pdf", () => "%PDF-1.4\nbroken", "422 files.unreadable"],
    ["a zip bomb", "a.docx", () => docxBomb(120), "422 files.tooBig"],
    ["a zip bomb that lies", "a.docx", () => lyingDocxBomb(30), "422 files.tooBig"],
    ["a recording called otherwise", "a.wav", () => recordings["talk.mp3"] ?? "", "415 files.wrongType"],
    ["a picture called mp3", "a.mp3", () => pngPixel, "415 files.wrongType"],
    ["text called mp4", "a.mp4", () => "words", "415 files.wrongType"],
    ["a recording of more than 100 MB", "a.mp3", () => new Uint8Array(maxRecordingBytes + 1), "413 files.tooBig"],
    ["more than 20 MB", "a.txt", () => "x".repeat(maxFileBytes + 1), "413 files.tooBig"],
  ])("rejects %s and keeps serving", async (_, name, bytes, code) => {
    const before = await filesStored();
    expect(await refusalOf(await upload(ada, name, bytes()))).toBe(code);
    expect(await filesStored()).toBe(before);
    expect((await upload(ada, "next.txt", "the service goes on")).status).toBe(201);
  });

  test("rejects a missing or unencoded name and invalid queries or ids", async () => {
    expect((await call(ada, "/api/files", { method: "POST", body: "x" })).status).toBe(400);
    expect(
      (await call(ada, "/api/files", { method: "POST", body: "x", headers: { "x-file-name": "%ff" } })).status,
    ).toBe(400);
    for (const path of [
      "/api/files?limit=0",
      "/api/files?limit=x",
      "/api/files?cursor=x",
      "/api/files/x",
      "/api/files/%00",
      "/api/files/..%2F..%2Fx",
    ]) {
      expect([path, (await call(ada, path)).status]).toEqual([path, 400]);
    }
  });

  test("rejects a body of 10,000 parts", async () => {
    const part = '--B\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nx\r\n';
    const answer = await call(ada, "/api/files", {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=B" },
      body: `${part.repeat(10_000)}--B--\r\n`,
    });
    expect(answer.status).toBe(400);
  });

  test("rejects more than 500 MB per user, even with concurrent uploads", async () => {
    const big = {
      id: newId(),
      name: "big.txt",
      mediaType: "text/plain",
      size: maxPersonBytes - 2_500,
      hash: hashOf("big"),
      textHash: null,
      seconds: null,
      createdAt: new Date(),
    };
    await filesOf(ada, database.db).insert(big);
    const answers = await Promise.all(
      [1, 2, 3].map((index) => upload(ada, `${index}.txt`, String(index).repeat(1_000))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 413]);
    expect(await filesOf(ada, database.db).bytes()).toBeLessThanOrEqual(maxPersonBytes);
    expect((await upload(ben, "b.txt", "ben has room")).status).toBe(201);
  });

  test("times out a stalled sender with 408 while serving others", async () => {
    const { port } = new URL(base);
    const answer = new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(
          `POST /api/files HTTP/1.1\r\nHost: x\r\nX-Test-User: ${ada}\r\nX-File-Name: a.txt\r\nContent-Length: 1000\r\n\r\nhalf`,
        );
      });
      socket.on("data", (part) => (text += part.toString()));
      socket.on("close", () => resolve(text));
      socket.on("error", reject);
    });
    expect((await upload(ben, "b.txt", "served meanwhile")).status).toBe(201);
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  test("rejects a fourth concurrent upload by one user", async () => {
    const text = new TextEncoder();
    let isOver = false;
    // A word now and then, until the test has seen what it wants: never idle, never over.
    const words = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(text.encode("slow "));
          await new Promise((resolve) => setTimeout(resolve, 50));
          if (isOver) controller.close();
        },
      });
    const slow = (): Promise<Response> =>
      call(ada, "/api/files", {
        method: "POST",
        headers: { "x-file-name": "s.txt" },
        body: words(),
        duplex: "half",
      });
    const waiting = [slow(), slow(), slow()].map((job) =>
      job.then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await expect
      .poll(async () => refusalOf(await upload(ada, "a.txt", "x")), { timeout: 15_000 })
      .toMatch(/^429 request/);
    expect((await upload(ben, "a.txt", "x")).status).toBe(201);
    isOver = true;
    expect(await Promise.all(waiting)).toEqual([201, 201, 201]);
    expect((await upload(ada, "a.txt", "x")).status).toBe(201);
  });
});

test("keeps file names from escaping the Content-Disposition header", () => {
  for (const name of ['a"b.txt', "a;b.txt", "ä'*().txt", "a%22.txt", "日本.txt"]) {
    const header = attachmentHeader(name);
    expect(header).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]+$/);
    expect(decodeURIComponent(header.split("''")[1] ?? "")).toBe(name);
  }
});
