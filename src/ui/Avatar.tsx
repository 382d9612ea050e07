import { initialsOf } from "./format.ts";

export interface AvatarProps {
  name: string;
  /** Address of a picture; initials without one. */
  image?: string | null;
  /** Twice as large. */
  large?: boolean;
}

/** A picture or initials in a disc; the name stands beside it. */
export function Avatar({ name, image, large = false }: AvatarProps) {
  return (
    <span className={large ? "avatar avatar-large" : "avatar"} aria-hidden="true">
      {image ? <img src={image} alt="" /> : initialsOf(name)}
    </span>
  );
}
