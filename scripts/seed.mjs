// One believable professional's data: npm run seed. Works on the database that DATA_DIR or DATABASE_URL names, with
// the server running or not, and does nothing when the person is there already.
import { randomBytes } from "node:crypto";
import { seedDatabase } from "../src/testing/seed.ts";

try {
  const password = process.env.SEED_PASSWORD || randomBytes(12).toString("base64url");
  const seeded = await seedDatabase(process.env, { password, now: new Date() });
  if (seeded.password === null) {
    console.log(`${seeded.email} exists. Nothing was changed.`);
  } else {
    console.log(`  Signed up    ${seeded.email}`);
    console.log(`  Password     ${process.env.SEED_PASSWORD ? "as SEED_PASSWORD says" : seeded.password}`);
    console.log(`  Projects     ${seeded.projects.length}`);
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
