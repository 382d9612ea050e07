export function slowExpressions(path: string, code: string): string[];
