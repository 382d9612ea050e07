/** The end of a long page is drawn some frames after its beginning; what is not there by then does not come. */
const maxFrames = 120;

/** Does something with a part of the page in the next frame, or as soon as it is drawn. */
export function onceRendered<Part>(find: () => Part | null, then: (part: Part) => void, frames = maxFrames): void {
  requestAnimationFrame(() => {
    const part = find();
    if (part !== null) then(part);
    else if (frames > 0) onceRendered(find, then, frames - 1);
  });
}
