/** What a popover stands beside, found anew whenever it is placed; it follows where that scrolls. */
export const anchorAt = (find: () => Element) => ({
  getBoundingClientRect: (): DOMRect => find().getBoundingClientRect(),
  get contextElement(): Element {
    return find();
  },
});
