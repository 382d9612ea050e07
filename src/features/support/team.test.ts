import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supportContact } from "./contract.ts";
import { contactOf, readTeam } from "./server/usecases.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pioneer-team-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function team(value: unknown): Promise<ReturnType<typeof readTeam>> {
  const path = join(folder, "team.json");
  await writeFile(path, typeof value === "string" ? value : JSON.stringify(value));
  return readTeam(path);
}
const image = (name: string) => ({ name, version: "ab" });

describe("operator's support team", () => {
  test("is returned with text in every language and photos by image name", async () => {
    const read = await team({
      members: [
        { name: "Jule Krämer", role: { en: "Runs", de: "Läufe" }, phone: "+49 341 555 01 20", photo: "jule.jpg" },
        { name: "Tarek Osman", role: "Coins", mail: "tarek@pioneer.example" },
      ],
      hours: "9 to 17",
    });
    expect(read.photos).toEqual({ "team-1": join(folder, "jule.jpg") });
    const contact = contactOf(read, { supportEmail: "Help@Pioneer.example" }, image);
    expect(supportContact.parse(contact)).toEqual({
      members: [
        {
          name: "Jule Krämer",
          role: { en: "Runs", de: "Läufe" },
          phone: "+49 341 555 01 20",
          email: null,
          photo: { name: "team-1", version: "ab" },
        },
        {
          name: "Tarek Osman",
          role: { en: "Coins", de: "Coins" },
          phone: null,
          email: "tarek@pioneer.example",
          photo: null,
        },
      ],
      hours: { en: "9 to 17", de: "9 to 17" },
      answers: null,
      email: "Help@Pioneer.example",
      wishTo: "help@pioneer.example",
    });
  });

  test("may be a plain list or empty, with a placeholder address for requests", async () => {
    expect((await team([{ name: "Jule" }])).members).toHaveLength(1);
    const nobody = contactOf(await readTeam(undefined), { supportEmail: undefined }, image);
    expect([nobody.members, nobody.email, nobody.wishTo]).toEqual([[], null, "support@pioneer.invalid"]);
  });

  test.each([
    ["no JSON", "{"],
    ["another shape", { people: [] }],
    ["nobody's name", [{ role: "x" }]],
    ["a wrong address", [{ name: "x", mail: "nobody" }]],
    ["words in place of a number", [{ name: "x", phone: "call me" }]],
    ["a photo outside of the folder", [{ name: "x", photo: "../secret.png" }]],
    ["an absolute photo", [{ name: "x", photo: "/etc/passwd.png" }]],
    ["a field too many", [{ name: "x", password: "y" }]],
  ])("prevents the start and names the setting when the file contains %s", async (_name, value) => {
    await expect(team(value)).rejects.toThrow(/SUPPORT_TEAM_FILE/);
  });
});
