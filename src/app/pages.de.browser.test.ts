import { testEveryPage } from "#src/testing/everyPage.ts";

testEveryPage("de-DE");
