import { testEveryPage } from "#src/testing/everyPage.ts";

testEveryPage("en-GB");
