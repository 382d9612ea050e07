import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#src/testing/sourceTree.ts";

/** CSS Modules against the components that import them. Each test answers with the classes that break its rule. */

const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** What stands before a brace, without comments: selectors and heads of at-rules. */
const selectorsIn = (text: string): string =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector).join("\n");
const classesIn = (selectors: string): Set<string> =>
  new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
const globalIn = (selectors: string): string =>
  [...selectors.matchAll(/:global\(([^)]*)\)/g)].map(([, inner = ""]) => inner).join("\n");

const sheets = filesBelow("src", (path) => path.endsWith(".css")).map((path) => {
  const selectors = selectorsIn(read(path));
  const isModule = path.endsWith(".module.css");
  return {
    path,
    isModule,
    local: isModule ? classesIn(selectors.replaceAll(/:global\([^)]*\)/g, "")) : new Set<string>(),
    global: isModule ? classesIn(globalIn(selectors)) : classesIn(selectors),
  };
});
const modules = sheets.filter(({ isModule }) => isModule);

const components = filesBelow("src", (path) => /(?<!\.test)\.tsx?$/.test(path)).flatMap((path) => {
  const text = read(path);
  const imported = [...text.matchAll(/^import (?:\w+ from )?"([^"]+\.module\.css)";$/gm)].map(([, from = ""]) =>
    from.startsWith("#") ? from.slice(1) : join(dirname(path), from),
  );
  return imported.length === 0 ? [] : [{ path, text, imported }];
});

/** Whether a component writes a class, as a word or as the beginning of a name that is put together. */
const writes = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text) ||
  [...text.matchAll(/([a-z][\w-]*-)\$\{/g)].some(([, beginning = ""]) => name.startsWith(beginning));

test("every class of a module is written by a component that imports it", () => {
  const unused = modules.flatMap(({ path, local }) => {
    const users = components.filter(({ imported }) => imported.includes(path));
    return [...local].filter((name) => !users.some(({ text }) => writes(text, name))).map((name) => `${path} .${name}`);
  });
  expect(unused).toEqual([]);
});

test("every class that a component binds is one of its modules or a shared one", () => {
  const shared = new Set(sheets.flatMap(({ global }) => [...global]));
  const unknown = components.flatMap(({ path, text, imported }) => {
    const own = new Set(modules.filter((one) => imported.includes(one.path)).flatMap(({ local }) => [...local]));
    return [...text.matchAll(/\bcx\("([^"]*)"\)/g)]
      .flatMap(([, words = ""]) => words.split(" "))
      .filter((word) => word !== "" && !own.has(word) && !shared.has(word))
      .map((word) => `${path} .${word}`);
  });
  expect(unknown).toEqual([]);
});

/** A text without its calls of `cx`, whose words have been bound. */
function withoutBound(text: string): string {
  let rest = "";
  let end = 0;
  for (const { index } of text.matchAll(/\bcx\(/g)) {
    if (index < end) continue;
    rest += text.slice(end, index);
    let depth = 0;
    end = index + "cx".length;
    do {
      if (text[end] === "(") depth += 1;
      if (text[end] === ")") depth -= 1;
      end += 1;
    } while (depth > 0 && end < text.length);
  }
  return rest + text.slice(end);
}

test("calls are taken out with what is nested in them", () => {
  expect(withoutBound('a cx("x") b cx(`y ${cx("z")} ${f("q")}`) c')).toBe("a  b  c");
});

test("no component writes a class of a module without binding it", () => {
  const shared = new Set(sheets.flatMap(({ global }) => [...global]));
  const local = new Set(modules.flatMap((one) => [...one.local]).filter((name) => !shared.has(name)));
  const unbound = filesBelow("src", (path) => /(?<!\.test)\.tsx$/.test(path)).flatMap((path) => {
    const text = withoutBound(read(path));
    const own = new Set(
      components
        .find((one) => one.path === path)
        ?.imported.flatMap((from) => [...(modules.find((one) => one.path === from)?.local ?? [])]),
    );
    const written = [...text.matchAll(/([\w-]+)?=?\{?(["'`])([^"'`\n]*)\2/g)].flatMap(
      ([, attribute = "", , words = ""]) =>
        /^(?:id|htmlFor|aria-[a-z]+)$/.test(attribute)
          ? []
          : words
              .split(/\s+|\$\{.*?\}/)
              .filter((word) => (attribute === "className" ? local.has(word) : word.includes("-") && own.has(word))),
    );
    return written.map((word) => `${path} .${word}`);
  });
  expect(unbound).toEqual([]);
});

test("no call of cx holds the blank before its words, which it would take away", () => {
  const glued = components.flatMap(({ path, text }) =>
    [...text.matchAll(/\bcx\((["`]) [^"`]*\1\)/g)].map(([call]) => `${path} ${call}`),
  );
  expect(glued).toEqual([]);
});

/** Classes that libraries give. */
const foreign = /^(?:ProseMirror|lucide-[\w-]+)$/;

test("a class is local unless a shared sheet, another module or a library speaks of it", () => {
  const alone = modules.flatMap(({ path, global }) => {
    const others = sheets.filter((one) => one.path !== path);
    return [...global]
      .filter((name) => !foreign.test(name) && !others.some((one) => one.global.has(name)))
      .map((name) => `${path} .${name}`);
  });
  expect(alone).toEqual([]);
});

test("ids are those of the page: a module would rename them", () => {
  const renamed = modules.flatMap(({ path }) =>
    [
      ...selectorsIn(read(path))
        .replaceAll(/:global\([^)]*\)/g, "")
        .matchAll(/#[a-zA-Z][\w-]*/g),
    ].map(([id]) => `${path} ${id}`),
  );
  expect(renamed).toEqual([]);
});

test("two modules of one name would share their classes", () => {
  const names = modules.map(({ path }) => path.replace(/^.*\//, ""));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("whoever looks for a class of a module on the page looks for one that there is", () => {
  const known = new Map(modules.map(({ path, local }) => [path.replace(/^.*\/|\.module\.css$/g, ""), local]));
  const lookers = [...filesBelow("src", (path) => /\.tsx?$/.test(path)), ...filesBelow("bench", () => true)];
  const missing = lookers.flatMap((path) =>
    [...read(path).matchAll(/\.([A-Z][A-Za-z]+)_([a-z][\w-]*)/g)]
      .filter(([, sheet = "", name = ""]) => known.has(sheet) && !known.get(sheet)?.has(name))
      .map(([found]) => `${path} ${found}`),
  );
  expect(missing).toEqual([]);
});
