/**
 * Headers of every answer. Scripts, styles and fonts come from our own origin only; styles may be set on elements by
 * scripts (charts, virtual lists), scripts never inline.
 * @param analyticsOrigin the only other origin that pages may send to, where the operator has named one
 */
export function securityHeaders(isHttps: boolean, analyticsOrigin?: string): Record<string, string> {
  return {
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "media-src 'self'",
      `connect-src 'self'${analyticsOrigin ? ` ${analyticsOrigin}` : ""}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
    "x-frame-options": "DENY",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
