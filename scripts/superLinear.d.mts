export function analyzeExpression(
  source: string,
  flags: string,
): { degree: "polynomial" | "exponential" | "unknown"; word: string } | null;
