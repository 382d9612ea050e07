import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/** What does not come now comes when the connection is back. */
const arrival = async <Part,>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(
    () => new Promise((resolve) => addEventListener("online", () => resolve(arrival(load)), { once: true })),
  );

/**
 * A part of a page whose code comes later and that the page can do without: until it is here, `instead` stands in its
 * place, also when it cannot come. Not by React's lazy: Suspense holds back what has come for up to 300 ms.
 * @param load brings the part with its texts; called when it is first shown
 */
export function lazyOptional<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let coming: Promise<ComponentType<Props>> | undefined;
  let found: ComponentType<Props> | undefined;
  const bring = (): Promise<ComponentType<Props>> =>
    (coming ??= arrival(load).then((part) => {
      found = part;
      return part;
    }));
  return ({ instead, ...props }: Props & { instead?: ReactNode }) => {
    const [Part, setPart] = useState(() => found);
    const isHere = Part !== undefined;
    useEffect(() => {
      if (isHere) return undefined;
      let isWanted = true;
      void bring().then((part) => (isWanted ? setPart(() => part) : undefined));
      return () => {
        isWanted = false;
      };
    }, [isHere]);
    if (!Part) return instead ?? null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left of the sum is the part's own
    return <Part {...(props as unknown as Props)} />;
  };
}
