import { Hono } from "hono";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import { badRequest, notFound } from "#src/kit/errors.ts";
import { imageWidths } from "../rules.ts";
import type { Images } from "./usecases.ts";

/** `GET /images/{name}?w={width}&v={version}`: WebP in the widths of specification section 9, from our own images only. */
export function imageRoutes(images: Images): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/images/:name", async (context) => {
    const asked = context.req.query("w");
    const width = imageWidths.find((one) => String(one) === asked);
    if (width === undefined)
      throw badRequest("An image has no such width", [{ path: "w", message: `one of ${imageWidths.join(", ")}` }]);
    const image = images.find(context.req.param("name"));
    if (!image) throw notFound("Image not found");
    const tag = `"${image.version}-${width}"`;
    const headers = {
      etag: tag,
      // A path with the version is immutable; any other is revalidated.
      "cache-control":
        context.req.query("v") === image.version ? "public, max-age=31536000, immutable" : "public, no-cache",
    };
    if (context.req.header("if-none-match") === tag) return context.body(null, 304, headers);
    const { type, bytes } = await images.picture(image, width);
    return context.body(bytes, 200, { ...headers, "content-type": type });
  });
  return app;
}
