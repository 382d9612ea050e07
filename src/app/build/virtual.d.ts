declare module "virtual:routes" {
  const routes: Record<string, Record<string, [method: string, path: string, sealed?: 1]>>;
  export default routes;
}
