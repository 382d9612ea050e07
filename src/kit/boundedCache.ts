/** The cached value of a key, computed when missing; a full store is cleared first. */
export function getOrCompute<Key, Value>(store: Map<Key, Value>, key: Key, most: number, find: () => Value): Value {
  const known = store.get(key);
  if (known !== undefined) return known;
  const found = find();
  if (store.size >= most) store.clear();
  store.set(key, found);
  return found;
}
