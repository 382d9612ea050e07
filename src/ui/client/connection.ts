import { createValueStore } from "../valueStore.ts";

/** `offline`: the browser has no network. `unreachable`: it has, and the server does not answer. */
export type Connection = "ok" | "offline" | "unreachable";

/** What a watch over the connection needs of the world. */
export interface ConnectionWorld {
  /** The browser's own belief. */
  isOnline: () => boolean;
  /** Whether the server answers now. Never throws. */
  probe: () => Promise<boolean>;
  /** Calls back after some milliseconds. */
  later: (milliseconds: number, action: () => void) => void;
  /** Tells the page that the server is back although the network never went: as the browser tells of its network. */
  tellBack: () => void;
}

export type ConnectionWatch = ReturnType<typeof watchConnection>;

/** While the server does not answer it is asked this often; milliseconds. */
export const probeMs = 3_000;

/** Follows whether the server can be reached; asks it only while there is doubt. */
export function watchConnection(world: ConnectionWorld) {
  const state = createValueStore<Connection>("ok");
  let isAsking = false;
  const become = (next: Connection): void => {
    const wasUnreachable = state.get() === "unreachable";
    state.set(next);
    if (wasUnreachable && next === "ok") world.tellBack();
  };
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const isThere = await world.probe();
    isAsking = false;
    become(isThere ? "ok" : world.isOnline() ? "unreachable" : "offline");
    // The browser tells when its network is back; a server does not.
    if (state.get() === "unreachable") world.later(probeMs, () => void ask());
  };
  return {
    getState: state.get,
    subscribe: state.subscribe,
    /** A request came back without an answer. */
    failed: (): void => void ask(),
    /** The browser says that its network came or went. */
    changed: (): void => {
      if (!world.isOnline()) become("offline");
      else if (state.get() !== "ok") void ask();
    },
  };
}

let watch: ConnectionWatch | undefined;

/** The watch of this page; opened with the first question. */
export function connection(): ConnectionWatch {
  if (!watch) {
    watch = watchConnection({
      isOnline: () => navigator.onLine,
      probe: () =>
        fetch("/health/live", { cache: "no-store" }).then(
          ({ ok }) => ok,
          () => false,
        ),
      later: (milliseconds, action) => void setTimeout(action, milliseconds),
      tellBack: () => void dispatchEvent(new Event("online")),
    });
    addEventListener("offline", watch.changed);
    addEventListener("online", watch.changed);
  }
  return watch;
}

/** To be called when a request came back without an answer. Outside of a browser there is nothing to watch. */
export function noteUnanswered(): void {
  if (typeof window !== "undefined") connection().failed();
}
