import { basename } from "node:path";
import type { Plugin } from "vite";

/** How a class of a CSS Module is called on the page: `LeadTable_lead-cell` for `.lead-cell` of `LeadTable.module.css`. */
const scopedName = (name: string, file: string): string =>
  `${basename(file.split("?", 1)[0] ?? "", ".module.css")}_${name}`;

/**
 * CSS Modules in every build: the same names wherever a sheet is read, and as the sheet's export the function that gives
 * them (`bindClasses`). A sheet that is imported for its rules alone stays; Vite would drop a module whose names nobody
 * takes.
 */
export const cssModules: Plugin = {
  name: "pioneer-css-modules",
  config: () => ({ css: { modules: { generateScopedName: scopedName } } }),
  enforce: "post",
  transform: {
    filter: { id: /\.module\.css$/ },
    handler(code) {
      const exported = code.indexOf("export default {");
      if (exported === -1) this.error("Vite no longer writes a CSS Module as an object that is exported by default");
      const bound = `import { bindClasses } from "#src/ui/classNames.ts";\n${code.slice(0, exported)}const classesOfSheet = ${code.slice(exported + "export default ".length)}\nexport default bindClasses(classesOfSheet);\n`;
      return { code: bound, map: null, moduleSideEffects: "no-treeshake" };
    },
  },
};
