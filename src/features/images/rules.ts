/** Specification section 9. */
const deviceWidths = [640, 750, 828, 1080, 1200, 1920, 2048, 3840] as const;
const imageSizes = [16, 32, 48, 64, 96, 128, 256, 384] as const;

/** Every width, in pixels, that an image can be had in; ascending. */
export const imageWidths: readonly number[] = [...imageSizes, ...deviceWidths];

/** An image of ours by its name; `version` is a hash of its content. */
export interface ImageRef {
  name: string;
  version: string;
}

/** Path of an image in one width. It contains the version, so its bytes never change. */
export const imagePath = ({ name, version }: ImageRef, width: number): string =>
  `/images/${encodeURIComponent(name)}?w=${width}&v=${version}`;

const widest = imageWidths.at(-1) ?? 0;
const nextWidth = (wanted: number): number => imageWidths.find((width) => width >= wanted) ?? widest;

/**
 * What a browser needs to choose: one width per pixel density for an image of fixed size, or every width from the
 * smallest that `sizes` could ask for when the image follows the screen.
 * @param cssWidth width on the page, CSS pixels
 * @param fluid true when it follows the screen and comes with `sizes`
 */
export function srcSetOf(image: ImageRef, cssWidth: number, fluid: boolean): { src: string; srcSet: string } {
  if (fluid) {
    const widths = imageWidths.filter((width) => width >= Math.min(cssWidth, 384));
    return {
      src: imagePath(image, nextWidth(cssWidth)),
      srcSet: widths.map((width) => `${imagePath(image, width)} ${width}w`).join(", "),
    };
  }
  const [once, twice] = [nextWidth(cssWidth), nextWidth(cssWidth * 2)];
  return { src: imagePath(image, twice), srcSet: `${imagePath(image, once)} 1x, ${imagePath(image, twice)} 2x` };
}
