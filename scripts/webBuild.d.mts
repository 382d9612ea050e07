export function isWebBuilt(root: string, wanted?: string): boolean;
export function buildWeb(root: string, node: string): Promise<void>;
