/** `BASE_PATH` in scripts: the layout writes it into the page. */

/** The base path, without a slash at the end; empty at the root of the host. */
export function basePath(): string {
  return document.documentElement.dataset.base ?? '';
}

/** The address of this service, without a slash at the end. */
export function rootAddress(): string {
  return location.origin + basePath();
}
