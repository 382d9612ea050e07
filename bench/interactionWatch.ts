/** What the page measured for one step, milliseconds since the input. */
export interface Watched {
  /** Longest event of an interaction, from the input to the paint after its handlers. */
  event: number;
  /** Until the frame that answers was painted. */
  answer: number;
  /** Until the frame with the result was painted. */
  result: number;
  /** Longest time between two frames. */
  frame: number;
}

interface Watch {
  events: { start: number; duration: number }[];
  /** The newest click or key, and what it began with. */
  input: { pressed: number; acted: number };
}

/** Runs in the page: records its inputs and their Event Timing entries. */
export const observe = (): void => {
  const watch: Watch = { events: [], input: { pressed: 0, acted: 0 } };
  Reflect.set(globalThis, "watch", watch);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, "interactionId") > 0)
        watch.events.push({ start: entry.startTime, duration: entry.duration });
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  for (const name of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(name, ({ timeStamp }) => (watch.input = { pressed: timeStamp, acted: timeStamp }), {
      capture: true,
      passive: true,
    });
  }
  addEventListener("click", ({ timeStamp }) => (watch.input.acted = timeStamp), { capture: true });
  // Marks separate work from waiting in a trace.
  for (const name of ["pointerup", "keydown", "wheel"]) {
    addEventListener(name, () => performance.mark("input"), { capture: true, passive: true });
  }
};

/** Runs in the page, begun before the input: looks at each frame until the result stands. */
export const readWatch = ({
  answer,
  result,
}: {
  answer: string | undefined;
  result: string | undefined;
}): Promise<Watched> => {
  const watch: Watch = Reflect.get(globalThis, "watch");
  watch.events = [];
  const begun = performance.now();
  watch.input = { pressed: 0, acted: 0 };
  const painted = (): Promise<number> =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => done(performance.now()));
      port1.start();
      port2.postMessage(undefined);
    });
  const seen = { answer: 0, result: 0, frame: 0 };
  return new Promise((done, failed) => {
    let last = 0;
    const frame = (): void => {
      const now = performance.now();
      if (now - begun > 20_000) failed(new Error(`${answer ?? ""} ${result ?? ""} did not come`));
      const { pressed } = watch.input;
      if (pressed > 0 && last > 0) seen.frame = Math.max(seen.frame, now - Math.max(last, pressed));
      last = now;
      const isAnswered = pressed > 0 && (!answer || document.querySelector(answer) !== null);
      const isDone = isAnswered && (!result || document.querySelector(result) !== null);
      void painted().then((at) => {
        if (isAnswered && seen.answer === 0) {
          seen.answer = at;
          performance.mark("answer");
        }
        if (isDone && seen.result === 0) {
          seen.result = at;
          // Event Timing reports a frame after it has ended.
          setTimeout(() => {
            const { acted } = watch.input;
            const since = (moment: number): number => moment - (moment < acted ? pressed : acted);
            const event = Math.max(0, ...watch.events.map(({ duration }) => duration));
            done({ event, answer: since(seen.answer), result: since(seen.result), frame: seen.frame });
          }, 250);
        }
      });
      if (!isDone) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
};
