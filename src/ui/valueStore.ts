/** Who wants to be told of changes. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** @returns the way to stop listening */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (): void => {
      for (const listener of listeners) listener();
    },
  };
}

/** One value that parts of the page share, for `useSyncExternalStore`. */
export function createValueStore<T>(first: T) {
  let value = first;
  const { subscribe, notify } = createListeners();
  return {
    subscribe,
    get: (): T => value,
    set: (next: T): void => {
      if (next === value) return;
      value = next;
      notify();
    },
  };
}
