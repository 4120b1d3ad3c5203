/**
 * `BASE_PATH`: the Worker below a path. Routes, gateways and pages know nothing of it. It is cut off from the address
 * of each request, and put before the own paths in everything that leaves the Worker: here for HTML and `Location`, in
 * `rootOf` for absolute addresses, in `problem.ts` for the types of problems.
 */

/** What has a base path: an environment. */
export interface AtBasePath {
  /** Without a slash at the end; empty at the root of the host. */
  readonly basePath: string;
}

/**
 * The address of a request, as at the root of the host; `null` if it is not below the base path.
 * @example
 * ```ts
 * withoutBasePath('https://h.example/waypost/r?url=go:x', '/waypost'); // 'https://h.example/r?url=go:x'
 * withoutBasePath('https://h.example/waypost', '/waypost'); // 'https://h.example/'
 * withoutBasePath('https://h.example/wayposts', '/waypost'); // null
 * ```
 */
export function withoutBasePath(url: string, basePath: string): string | null {
  if (basePath === '') return url;
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const rest = url.slice(start + basePath.length);
  if (!url.startsWith(basePath, start) || !/^(?:[/?]|$)/.test(rest)) return null;
  return url.slice(0, start) + (rest.startsWith('/') ? rest : `/${rest}`);
}

/**
 * The attributes of our HTML whose value is an own path. Both renderers escape every quotation mark in texts and in
 * values, so this is never a part of either.
 */
const OWN_PATH = / (?:href|src|action|formaction|data-try|data-socket)="(?=\/)/g;

/** Whole elements of HTML, from `renderToString` or `html`, with the base path before each own path. */
export function withBasePath(html: string, basePath: string): string {
  return basePath === '' ? html : html.replace(OWN_PATH, (attribute) => attribute + basePath);
}
