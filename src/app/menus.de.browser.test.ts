import { testEveryMenu } from "#src/testing/everyMenu.ts";

testEveryMenu("de-DE");
