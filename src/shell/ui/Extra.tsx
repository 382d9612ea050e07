import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** What does not come now comes when the connection is back. */
const arrival = async <Part,>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(
    () => new Promise((resolve) => addEventListener("online", () => resolve(arrival(load)), { once: true })),
  );

/**
 * A part of a page whose code comes later and that the page can do without: until it is here, `instead` stands in its
 * place, also when it cannot come.
 * @param load brings the part with its texts; called when it is first shown
 */
export function lazyExtra<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await arrival(load) }));
  return ({ instead, ...props }: Props & { instead?: ReactNode }) => (
    <Suspense fallback={instead}>
      {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left of the sum is the part's own */}
      <Part {...(props as unknown as Props)} />
    </Suspense>
  );
}
