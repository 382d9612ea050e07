import { testEveryMenu } from "#src/testing/everyMenu.ts";

testEveryMenu("en-GB");
