import { liveSessions } from "#src/features/account/server/usecases.ts";
import { tooMany } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import { maxStreams, maxStreamsPerRun } from "../rules.ts";

/** People with open streams are asked this often whether their sessions still live; milliseconds. */
const sessionMs = 2_000;
/** Seconds after which a refused stream may be asked for again. */
const retrySeconds = 5;

interface OpenStream {
  runId: string;
  sessionId: string;
  /** Ends the stream. */
  end: () => void;
}

interface StreamOwner {
  streams: Set<OpenStream>;
  timer: NodeJS.Timeout;
}

/** The open streams of this process by person: how many there are, and one look at the sessions for all of them. */
export function openStreamSessions(deps: Pick<Deps, "db" | "log">) {
  const owners = new Map<string, StreamOwner>();

  const check = async (userId: string): Promise<void> => {
    const owner = owners.get(userId);
    if (!owner) return;
    try {
      const alive = await liveSessions(userId, deps.db);
      for (const stream of owner.streams) if (!alive.has(stream.sessionId)) stream.end();
    } catch (error) {
      deps.log.warn({ err: error }, "sessions of open streams could not be read");
      for (const stream of owner.streams) stream.end();
    }
    if (owners.get(userId) === owner) owner.timer.refresh();
  };

  return {
    /**
     * Takes one of a person's places for streams and watches the session that it belongs to.
     * @returns gives the place back
     * @throws ProductError 429 `request.tooMany` when the person, or the run, has too many
     */
    open(userId: string, stream: OpenStream): () => void {
      const known = owners.get(userId);
      const all = known?.streams ?? new Set<OpenStream>();
      const ofRun = [...all].filter(({ runId }) => runId === stream.runId).length;
      if (all.size >= maxStreams || ofRun >= maxStreamsPerRun)
        throw tooMany(retrySeconds, "Too many pages follow your runs");
      const owner = known ?? { streams: all, timer: setTimeout(() => void check(userId), sessionMs) };
      owners.set(userId, owner);
      all.add(stream);
      return () => {
        all.delete(stream);
        if (all.size > 0 || owners.get(userId) !== owner) return;
        clearTimeout(owner.timer);
        owners.delete(userId);
      };
    },
  };
}
