import type { Project } from "../contract.ts";

type Comparable = Pick<Project, "id" | "workflow" | "currentRevision" | "dateCreated">;

/** Two projects as the address of their comparison names them: the older one left. */
export interface ComparedPair {
  left: string;
  right: string;
}

/** The pair that two projects make; null unless they are exactly two of one workflow, each with a result. */
export function pairOf(projects: readonly Comparable[]): ComparedPair | null {
  const [one, other, ...more] = projects;
  if (!one || !other || more.length > 0 || one.id === other.id) return null;
  if (one.workflow !== other.workflow || one.currentRevision === null || other.currentRevision === null) return null;
  const isOlder = one.dateCreated < other.dateCreated || (one.dateCreated === other.dateCreated && one.id < other.id);
  return isOlder ? { left: one.id, right: other.id } : { left: other.id, right: one.id };
}

/** A project as a comparison heads it. */
interface Named {
  name: string;
  /** When its result was made, as people read it. */
  time: string;
}

/** Two names that tell the projects apart: of the same name by the time of their results, else by a number. */
export function namesApart(left: Named, right: Named): [left: string, right: string] {
  if (left.name !== right.name) return [left.name, right.name];
  const [a, b] = left.time === right.time ? ["1", "2"] : [left.time, right.time];
  return [`${left.name} (${a})`, `${right.name} (${b})`];
}
