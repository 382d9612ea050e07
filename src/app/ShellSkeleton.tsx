import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { projectIdIn } from "./crumbs.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { SkeletonDocument, SkeletonRows, SkeletonText } from "#src/ui/Skeleton.tsx";
import "./Sidebar.module.css";
import "./TopBar.module.css";
import cx from "./ShellSkeleton.module.css";

/** In place of a page that is on its way: a document where one will stand, else a list. */
export function PageSkeleton() {
  const { pathname } = useLocation();
  if (projectIdIn(pathname)) return <SkeletonDocument />;
  return (
    <div className={cx("page-skeleton")}>
      <SkeletonText lines={2} />
      <SkeletonRows rows={6} />
    </div>
  );
}

// Said so rarely that its code is not part of the first page.
const Unreachable = lazyOptional(() => import("./Unreachable.tsx").then((part) => part.Unreachable));

/** So long nothing is said about a server that does not answer; milliseconds. */
const patience = 4_000;

/** In place of everything while it is not known who is here. */
export function ShellSkeleton() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="shell" aria-busy="true">
      <div className={cx("side side-coming")} />
      <div className="main">
        <div className="top" />
        {isLate ? <Unreachable /> : null}
        <PageSkeleton />
      </div>
    </div>
  );
}
