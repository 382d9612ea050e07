import { PageSkeleton } from "./ShellSkeleton.tsx";

/** The page of the project that the address names. */
export function ProjectRoute() {
  return <PageSkeleton />;
}
