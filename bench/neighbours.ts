import { maxStreams } from "#src/features/runs/rules.ts";
import { hostileFiles, hostilePages } from "#src/testing/hostileFiles.ts";
import { type Person, readEvents, describeAnswer as toldAnswer } from "#src/testing/visitor.ts";
import { openWebDouble } from "#src/testing/webDouble.ts";
import { startDouble } from "./double.ts";
import { atMost, median, quantile, unboundedFigure, type Figure } from "./figures.ts";
import { newPerson, withProduct } from "./product.ts";
import { sampleRun, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { startRun } from "./runs.ts";

/** Streams that one person asks for, and how many requests for them are under way at once. */
const attempts = 1_000;
const atOnce = 50;
/** Dashboards that somebody else opens in each phase. */
const dashboards = 300;
/** Runs whose streams are asked for: three streams each at most, ten together. */
const runs = 4;

/** Milliseconds of one dashboard after the other, until there are enough or `isOver`. */
async function dashboardMs(person: Person, isOver: () => boolean = () => false): Promise<number[]> {
  const ms: number[] = [];
  while (ms.length < dashboards && !isOver()) {
    const start = performance.now();
    const answer = await person.send("GET", "/api/dashboard");
    if (answer.status !== 200) throw new Error(`the dashboard answered ${toldAnswer(answer)}`);
    ms.push(performance.now() - start);
  }
  return ms;
}

/** Asks for streams of runs in work and keeps those that are granted open. */
async function askForStreams(person: Person, runIds: string[]): Promise<{ granted: Response[]; refused: number[] }> {
  const granted: Response[] = [];
  const refused: number[] = [];
  for (let asked = 0; asked < attempts; asked += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const runId = runIds[(asked + index) % runIds.length] ?? "";
        const { status, response } = await person.send("GET", `/api/workflows/runs/${runId}/events`);
        if (status === 200) granted.push(response);
        else refused.push(status);
      }),
    );
  }
  return { granted, refused };
}

async function measureStreamsOfOne(): Promise<Figure[]> {
  const order = await sampleRun("blogArticleWriter");
  const double = await startDouble({ samples: [order], pieceLength: 4, pieceMs: 200 });
  try {
    return await withProduct(
      { OPENAI_BASE_URL: `${double.url}/v1`, AI_MODEL: "openai-compatible:double-1" },
      async ({ url }) => {
        const [greedy, other] = [await newPerson(url), await newPerson(url)];
        await dashboardMs(other);
        const alone = median(await dashboardMs(other));
        const runIds = await Promise.all(Array.from({ length: runs }, () => startRun(greedy, order)));
        const inWork = median(await dashboardMs(other));
        let isOver = false;
        const asking = askForStreams(greedy, runIds).finally(() => (isOver = true));
        const during = await dashboardMs(other, () => isOver);
        const { granted, refused } = await asking;
        const open = median(await dashboardMs(other));
        for (const { body } of granted) await body?.cancel();
        const odd = refused.filter((status) => status !== 429).length;
        return [
          {
            name: "neighbours: streams granted of 1,000 asked for",
            figure: `${granted.length} granted, ${refused.length} refused${odd > 0 ? `, ${odd} not with 429` : ""}`,
            bar: `${maxStreams} granted`,
            isMet: granted.length === maxStreams && odd === 0,
          },
          unboundedFigure("neighbours: another's dashboard alone", `${alone.toFixed(1)} ms median`),
          unboundedFigure("neighbours: … beside the runs of the streams", `${inWork.toFixed(1)} ms median`),
          unboundedFigure(
            "neighbours: … while 1,000 streams are asked for",
            `${median(during).toFixed(1)} ms median of ${during.length}, ${quantile(during, 1).toFixed(0)} ms longest`,
          ),
          atMost("neighbours: … with the granted streams open, beside the runs alone", open / inWork, 1.2, "x", 2),
        ];
      },
    );
  } finally {
    double.close();
  }
}

/** Asks whether the process lives, again and again, while work is done. @returns milliseconds of each answer */
async function liveMs(url: string, work: () => Promise<void>): Promise<number[]> {
  const ms: number[] = [];
  let isOver = false;
  const done = work().finally(() => (isOver = true));
  while (!isOver) {
    const start = performance.now();
    await (await fetch(`${url}/health/live`)).text();
    ms.push(performance.now() - start);
    await new Promise((next) => setTimeout(next, 5));
  }
  await done;
  return ms;
}

async function upload(person: Person, name: string, bytes: Uint8Array): Promise<string | null> {
  const answer = await person.send("POST", "/api/files", bytes, {
    "content-type": "application/octet-stream",
    "x-file-name": encodeURIComponent(name),
  });
  if (answer.status === 201) return String(answer.body.file.id);
  if (answer.status === 422) return null;
  throw new Error(`${name} answered ${toldAnswer(answer)}`);
}

/** Every hostile file goes up, and runs read those that were kept and every hostile page. */
async function measureHostileTexts(): Promise<Figure[]> {
  const web = await openWebDouble();
  for (const [path, page] of Object.entries(hostilePages)) web.on(path, page);
  try {
    return await withProduct({ FETCH_ALLOW_HOSTS: web.host }, async ({ url }) => {
      const person = await newPerson(url);
      const files = hostileFiles();
      const kept: string[] = [];
      const whileUploading = await liveMs(url, async () => {
        for (const { name, bytes } of files) {
          const id = await upload(person, name, bytes);
          if (id !== null) kept.push(id);
        }
      });
      const article = await sampleRun("blogArticleWriter");
      const plan = await sampleRun("contentPlanner");
      const orders: SampleRun[] = [
        ...kept.map((id) => withForm(article, { attachments: [id] })),
        ...Object.keys(hostilePages).map((path) =>
          withForm(plan, { research: "web", companyWebsite: web.url(path), productWebsite: web.url(path) }),
        ),
      ];
      const ended: string[] = [];
      const whileRunning = await liveMs(url, async () => {
        for (const order of orders) {
          const last = (await readEvents(person, await startRun(person, order))).at(-1);
          ended.push(JSON.stringify(last?.data).includes('"succeeded"') ? "succeeded" : "failed");
        }
      });
      const succeeded = ended.filter((status) => status === "succeeded").length;
      return [
        unboundedFigure("neighbours: hostile files", `${kept.length} of ${files.length} kept, the others refused`),
        atMost("neighbours: /health/live while they go up", quantile(whileUploading, 1), 250, "ms longest"),
        unboundedFigure(
          "neighbours: runs that read them and hostile pages",
          `${succeeded} of ${orders.length} succeeded`,
        ),
        atMost("neighbours: /health/live while runs read them", quantile(whileRunning, 1), 250, "ms longest"),
      ];
    });
  } finally {
    await web.close();
  }
}

const withForm = (order: SampleRun, more: Record<string, unknown>): SampleRun => ({
  ...order,
  formValues: { ...order.formValues, ...more },
});

/** What others notice of a person who asks for far too much. */
export async function measureNeighbours(): Promise<Figure[]> {
  return [...(await measureStreamsOfOne()), ...(await measureHostileTexts())];
}
