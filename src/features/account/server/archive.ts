import type { Deps } from "#src/platform/deps.ts";
import type { Limit } from "#src/platform/throttle.ts";

/** An archive at a time; one that broke off frees its place after this. */
const oneAtATime: Limit = { name: "export.running", points: 1, seconds: 900, isShared: true };
const perDay: Limit = { name: "export.day", points: 3, seconds: 86_400, isShared: true };

/**
 * Opens the archive of everything a person owns, which is written as it is read. One at a time, three a day.
 * @param whenStarted called once the archive is going to be sent
 * @throws ProductError 429 with `retryAfter`
 */
export async function openArchive(
  userId: string,
  deps: Pick<Deps, "exportEverything" | "throttle">,
  whenStarted: () => Promise<unknown>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  await deps.throttle.take(oneAtATime, userId);
  const free = (): Promise<void> => deps.throttle.clear(oneAtATime, userId);
  try {
    await deps.throttle.take(perDay, userId);
    const pieces = deps.exportEverything(userId)[Symbol.asyncIterator]();
    // What goes wrong with the tables is still an answer of its own.
    let next = await pieces.next();
    await whenStarted();
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          try {
            if (next.done) {
              await free();
              return controller.close();
            }
            controller.enqueue(next.value);
            next = await pieces.next();
          } catch (error) {
            await free();
            controller.error(error);
          }
        },
        async cancel() {
          await pieces.return?.(undefined);
          await free();
        },
      },
      { highWaterMark: 0 },
    );
  } catch (error) {
    await free();
    throw error;
  }
}
