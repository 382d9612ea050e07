import type { ComponentProps } from "react";
import { srcSetOf, type ImageRef } from "../rules.ts";

export interface ImageProps extends Omit<
  ComponentProps<"img">,
  "src" | "srcSet" | "width" | "height" | "alt" | "loading" | "decoding"
> {
  image: ImageRef;
  /** Size on the page, CSS pixels: the place is kept before the image comes. */
  width: number;
  height: number;
  /** What it shows; empty where the words beside it say so already. */
  alt: string;
  /** For an image that follows the screen, such as `(max-width: 768px) 100vw, 36rem`. */
  sizes?: string;
  /** True for what is seen at once; everything else loads when it comes near. */
  eager?: boolean;
}

/** An image of our own server, in the widths of specification section 9. */
export function Image({ image, width, height, alt, sizes, eager = false, ...rest }: ImageProps) {
  const { src, srcSet } = srcSetOf(image, width, sizes !== undefined);
  return (
    <img
      {...rest}
      // The browser chooses when `src` is set, so `srcSet` and `sizes` precede it.
      {...(sizes === undefined ? {} : { sizes })}
      srcSet={srcSet}
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
    />
  );
}
