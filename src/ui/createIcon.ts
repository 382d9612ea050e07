import { createElement, type SVGProps } from "react";

interface IconData {
  name: string;
  /** Edge of the drawing's grid. */
  size: number;
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Makes a component of a drawing of lucide. Stands in for the library's own function (vite.config.ts), which brings a
 * context and options that nothing here uses, and weighs as much as ten drawings.
 */
export default function createIcon({ name, size, node }: IconData) {
  return function LucideIcon({ className, ...rest }: SVGProps<SVGSVGElement>) {
    return createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        className: `lucide lucide-${name} ${className ?? ""}`,
        ...rest,
      },
      // As children of their own, parts need no keys.
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
