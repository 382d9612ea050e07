import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "#src/testing/database.ts";
import { readArchive, writeArchive } from "./archive.ts";

let folder: { path: string; remove: () => Promise<void> };
let target: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  target = join(folder.path, "target");
  await mkdir(target);
});
afterEach(() => folder.remove());

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

async function packed(entries: TarEntry[]): Promise<string> {
  const path = join(folder.path, "made.tar.gz");
  await writeFile(path, gzipSync(await packTar(entries)));
  return path;
}

const file = (name: string, body: string): TarEntry => ({ header: { name, size: body.length }, body });

test("what is written is read again, empty files and double contents too", async () => {
  const texts = ["one", "", "one"];
  const entries = texts.map((_, at) => ({ name: `files/${at}`, path: join(folder.path, String(at)) }));
  for (const [at, text] of texts.entries()) await writeFile(join(folder.path, String(at)), text);
  const archive = join(folder.path, "new", "written.tar.gz");
  await writeArchive(archive, entries);
  expect(await readArchive(archive, target)).toEqual(
    texts.map((text, at) => ({ name: `files/${at}`, path: join(target, String(at)), sha256: sha256(text) })),
  );
  expect(await readdir(join(folder.path, "new"))).toEqual(["written.tar.gz"]);
});

test("a name in an archive never becomes a path", async () => {
  const names = ["../out", "/tmp/pioneer-out", "a/../../out", "C:\\out", "0"];
  const read = await readArchive(await packed(names.map((name) => file(name, name))), target);
  expect(read.map(({ name }) => name)).toEqual(names);
  expect((await readdir(target)).toSorted()).toEqual(["0", "1", "2", "3", "4"]);
  expect(await readFile(join(target, "0"), "utf8")).toBe("../out");
  expect((await readdir(folder.path)).toSorted()).toEqual(["made.tar.gz", "target"]);
});

test("links and folders are not unpacked, and what follows a link stays in the folder", async () => {
  const entries: TarEntry[] = [
    { header: { name: "link", type: "symlink", size: 0, linkname: folder.path } },
    { header: { name: "hard", type: "link", size: 0, linkname: "/etc/hosts" } },
    { header: { name: "more/", type: "directory", size: 0 } },
    file("link/out", "inside"),
  ];
  const read = await readArchive(await packed(entries), target);
  expect(read).toEqual([{ name: "link/out", path: join(target, "0"), sha256: sha256("inside") }]);
  expect(await readdir(target)).toEqual(["0"]);
});

test("a file that grows or goes while it is copied fails the archive, which then is not there", async () => {
  const names = ["long", "grows", "goes"];
  const entries = names.map((name) => ({ name, path: join(folder.path, name) }));
  await writeFile(join(folder.path, "long"), randomBytes(30_000_000));
  for (const change of [() => appendFile(join(folder.path, "grows"), "more"), () => rm(join(folder.path, "goes"))]) {
    for (const name of ["grows", "goes"]) await writeFile(join(folder.path, name), "short");
    const archive = join(folder.path, "new", "written.tar.gz");
    const writing = writeArchive(archive, entries).then(() => "written", String);
    await expect.poll(() => existsSync(`${archive}.part`), { interval: 1 }).toBe(true);
    await change();
    expect(await writing).toMatch(/changed while|ENOENT/);
    expect(await readdir(join(folder.path, "new"))).toEqual([]);
  }
});
