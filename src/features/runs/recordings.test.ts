import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type ApiDouble, openApiDouble } from "#src/testing/apiDoubles/server.ts";
import { speechWire } from "#src/testing/apiDoubles/speech.ts";
import { purgeOld } from "#src/server/retention.ts";
import { replaceByText } from "#src/features/files/server/usecases.ts";
import { secondsOfSound } from "#src/features/files/server/recordings.ts";
import { silence } from "#src/testing/sounds.ts";
import { pngPixel, recordings } from "#src/testing/documents.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";

/* Recordings from upload to minutes, over the wire. */

let double: ApiDouble;
let product: TestProduct;
beforeAll(async () => {
  double = await openApiDouble(speechWire);
  const env = { TRANSCRIPTION_URL: `${double.url}/v1`, TRANSCRIPTION_API_KEY: "speech-key", WELCOME_COINS: "800" };
  product = await openTestProduct({ env });
});
afterEach(() => {
  double.goWrong(null);
  double.answer(speechWire);
  double.seen.length = 0;
});
afterAll(async () => {
  await product.close();
  await double.close();
});

const path = "/api/workflows/audioTranscriberWorkflow";

async function uploaded(
  person: Person,
  name: string,
  bytes: Uint8Array = recordings[name] ?? pngPixel,
): Promise<string> {
  const { status, body } = await person.send("POST", "/api/files", bytes, { "x-file-name": name });
  expect(status).toBeLessThan(300);
  return body.file.id as string;
}
const valuesOf = (attachments: string[]) => ({ requirementTitle: "Fence", attachments, heldOn: "2026-11-23" });
const quote = (person: Person, attachments: string[]) =>
  person.send("POST", `${path}/quote`, { formValues: valuesOf(attachments) });

async function run(person: Person, attachments: string[]) {
  const enData = { formValues: valuesOf(attachments) };
  const started = await person.send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
  expect(started.status).toBe(202);
  const { id, projectId } = started.body.run;
  const events = await readEvents(person, id);
  const details = events.flatMap(({ data }) => (data.type === "step" && data.detail ? [data.detail] : []));
  const { body } = await person.send("GET", `/api/workflows/runs/${id}`);
  const project = await person.send("GET", `/api/projects/workflow/${projectId}/revisions/1`);
  return { run: body.run, shown: JSON.stringify(project.body), details };
}
const balance = async (person: Person) => (await person.send("GET", "/api/coins")).body;

/** Names and lengths of what the double was sent, seconds. */
async function sent(): Promise<{ name: string; seconds: number }[]> {
  return Promise.all(
    double.seen.map(async ({ headers, raw }) => {
      const boundary = /boundary=([^;]+)/.exec(headers["content-type"] ?? "")?.[1] ?? "";
      const head = raw.indexOf("\r\n\r\n") + 4;
      const bytes = new Uint8Array(raw.subarray(head, raw.indexOf(`\r\n--${boundary}`, head)));
      const name = /filename="([^"]*)"/.exec(raw.subarray(0, head).toString())?.[1] ?? "";
      return { name, seconds: Math.round((await secondsOfSound(bytes)) ?? 0) };
    }),
  );
}

describe("a long recording", () => {
  test("is heard in parts, leaves its transcript in its place, and a second run hears nothing again", async () => {
    const ada = await product.signUp();
    const id = await uploaded(ada, "board.mp3", await silence("mp3", 3000));
    expect((await ada.send("GET", "/api/files", undefined)).body.files[0]).toMatchObject({
      id,
      seconds: expect.closeTo(3000, 0),
    });
    const { hash } = await product.deps.db
      .selectFrom("file")
      .select("hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    double.answer((seen) => {
      const number = double.seen.length;
      const text = ["We agreed on blue.", "I will call the painter by Friday.", "The gate stays open."][number - 1];
      return { ...speechWire(seen), body: { segments: [{ start: 1, end: 5, text }] } };
    });
    const { run: ended, shown } = await run(ada, [id]);
    expect(ended).toMatchObject({ status: "succeeded", coinsState: "captured" });
    expect(await sent()).toEqual([
      { name: "board.mp3", seconds: 1001 },
      { name: "board.mp3", seconds: 1001 },
      { name: "board.mp3", seconds: 1001 },
    ]);
    expect(shown).toContain("00:16:40");

    const [file] = (await ada.send("GET", "/api/files", undefined)).body.files;
    expect(file).toMatchObject({ id, name: "board.mp3.txt", mediaType: "text/plain", seconds: null, hasText: true });
    expect((await ada.send("GET", `/api/files/${id}`, undefined)).body).toBe(
      [
        "[00:00:01.000 – 00:00:05.000] We agreed on blue.",
        "[00:16:40.336 – 00:16:44.336] I will call the painter by Friday.",
        "[00:33:19.671 – 00:33:23.671] The gate stays open.",
      ].join("\n"),
    );
    expect(await product.deps.storage.get(hash)).not.toBeNull();
    await purgeOld(product.deps.config, product.deps);
    expect(await product.deps.storage.get(hash)).toBeNull();

    double.seen.length = 0;
    const again = await run(ada, [id]);
    expect(again.run.status).toBe("succeeded");
    expect(double.seen).toHaveLength(0);
    expect(again.shown).toContain("I will call the painter");
  });

  /** What the person has after a run that could not hear a part: the recording as it was, and every coin. */
  async function expectUntouched(
    person: Person,
    id: string,
    ended: { status: string; error: { code: string } | null },
  ) {
    expect(ended).toMatchObject({ status: "failed", coinsState: "released" });
    expect(await balance(person)).toMatchObject({ balance: 800, held: 0 });
    const [file] = (await person.send("GET", "/api/files", undefined)).body.files;
    expect(file).toMatchObject({ id, seconds: expect.closeTo(3000, 0) });
  }

  test.each([
    [400, "recording_unreadable"],
    [415, "recording_unreadable"],
    [422, "recording_unreadable"],
    [413, "recording_too_big"],
    [401, "auth"],
  ])("costs nothing and stays when the service answers %d to one of its parts", async (status, code) => {
    const ada = await product.signUp();
    const id = await uploaded(ada, "board.ogg", await silence("ogg", 3000));
    double.answer((seen) => (double.seen.length === 2 ? { status, body: {} } : speechWire(seen)));
    const { run: ended, details } = await run(ada, [id]);
    await expectUntouched(ada, id, ended);
    expect(ended.error.code).toBe(code);
    expect(details).toContainEqual({ code: "recordingUnheard", params: { name: "board.ogg" } });
  });

  test("costs nothing and stays when one of its parts cannot be cut out", async () => {
    const ada = await product.signUp();
    const whole = await silence("m4a", 3000);
    // Its table of contents comes first and promises more sound than there is.
    const id = await uploaded(ada, "board.m4a", whole.slice(0, whole.length - 150_000));
    const { run: ended } = await run(ada, [id]);
    await expectUntouched(ada, id, ended);
    expect(ended.error.code).toBe("recording_unreadable");
  });

  test("costs nothing when it is gone before all of it was heard", async () => {
    const ada = await product.signUp();
    const id = await uploaded(ada, "board.ogg", await silence("ogg", 3000));
    const { deps } = product;
    const { user_id: userId } = await deps.db
      .selectFrom("file")
      .select("user_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    double.answer(async (seen) => {
      if (double.seen.length === 1)
        await deps.db
          .transaction()
          .execute((trx) => replaceByText({ userId, id, text: "Heard elsewhere." }, deps, trx));
      return speechWire(seen);
    });
    const { run: ended } = await run(ada, [id]);
    expect(ended).toMatchObject({ status: "failed", coinsState: "released", error: { code: "file_unreadable" } });
    expect((await ada.send("GET", `/api/files/${id}`, undefined)).body).toBe("Heard elsewhere.");
  });

  test("is refused before money when it is too long", async () => {
    const ada = await product.signUp();
    const ids = await Promise.all(
      [1, 2].map(async (number) => uploaded(ada, `talk${number}.mp3`, await silence("mp3", 9100))),
    );
    const refused = await quote(ada, ids);
    expect([refused.status, refused.body.code]).toEqual([422, "audioTranscriber.tooLong"]);
  });

  test("of another person is left alone", async () => {
    const [ada, bob] = [await product.signUp(), await product.signUp()];
    const id = await uploaded(ada, "talk.mp3");
    expect((await quote(bob, [id])).status).toBe(404);
    await product.deps.db
      .transaction()
      .execute((trx) => replaceByText({ userId: bob.userId, id, text: "mine" }, product.deps, trx));
    expect((await ada.send("GET", "/api/files", undefined)).body.files[0].name).toBe("talk.mp3");
  });
});

describe("a recording", () => {
  test("becomes minutes: each is heard once, and coins are taken once", async () => {
    const ada = await product.signUp();
    const ids = [await uploaded(ada, "talk.mp3"), await uploaded(ada, "talk.webm")];
    expect((await quote(ada, ids)).status).toBe(200);
    expect(double.seen).toHaveLength(0);
    const { run: ended, shown } = await run(ada, ids);
    expect(ended).toMatchObject({ status: "succeeded", coinsState: "captured" });
    expect(double.seen).toHaveLength(2);
    expect(shown).toContain("We agreed on blue.");
    expect(shown).toContain("27 Nov 2026");
    expect(await balance(ada)).toMatchObject({ balance: 500, held: 0 });
  });

  test("that cannot be heard costs nothing", async () => {
    const ada = await product.signUp();
    double.answer(() => ({ status: 400, body: { error: { message: "corrupted" } } }));
    const { run: ended } = await run(ada, [await uploaded(ada, "talk.wav")]);
    expect(ended).toMatchObject({ coinsState: "released", error: { code: "recording_unreadable" } });
    expect(await balance(ada)).toMatchObject({ balance: 800, held: 0 });
  });

  test("is not a picture: files without a word are refused, too", async () => {
    const ada = await product.signUp();
    const refused = await quote(ada, [await uploaded(ada, "scan.png", pngPixel)]);
    expect([refused.status, refused.body.code]).toEqual([422, "audioTranscriber.nothingToRead"]);
  });
});
