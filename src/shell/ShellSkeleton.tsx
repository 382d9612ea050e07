import { SkeletonRows, SkeletonText } from "./ui/Skeleton.tsx";

/** In place of a page that is on its way. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton">
      <SkeletonText lines={2} />
      <SkeletonRows rows={6} />
    </div>
  );
}

/** In place of everything while it is not known who is here. */
export function ShellSkeleton() {
  return (
    <div className="shell" aria-busy="true">
      <div className="side max-md:hidden" />
      <div className="main">
        <div className="top" />
        <PageSkeleton />
      </div>
    </div>
  );
}
