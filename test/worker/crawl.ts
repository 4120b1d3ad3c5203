/** A crawler of the pages of a Worker, for tests of its links. */
import type { RunningWorker } from './harness.ts';

/** How many addresses are asked for at a time. */
const AT_ONCE = 4;

/** What browsers and programs accept. */
const ACCEPTED = ['text/html', 'application/json'] as const;

/** A document of our own: those of strangers are in a sandbox. */
async function ownText(response: Response): Promise<string> {
  const { headers } = response;
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  const isOurs = isPage && !headers.get('Content-Security-Policy')?.includes('sandbox');
  if (isOurs || /json|xml/.test(headers.get('Content-Type') ?? '')) return response.text();
  await response.body?.cancel();
  return '';
}

/** The attributes that are no paths of ours, and may begin with a slash, as the path of a file to copy does. */
const NO_PATHS: ReadonlySet<string> = new Set(['data-base', 'data-copy', 'data-nonce']);

/** Every value of an attribute that is an own path. Placeholders in the documentation have braces. */
function pathsIn(page: string): string[] {
  const attributes = [...page.matchAll(/ ([a-z-]+)="(\/[^"{]*)"/g)].filter(([, name = '']) => !NO_PATHS.has(name));
  return attributes.map(([, , value = '']) => unescaped(value));
}

function unescaped(value: string): string {
  return value.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** Every string of JSON, and every attribute of XML, that is an address of this service. */
function addressesIn(text: string, origin: string): string[] {
  const own = [origin, origin.replace('http', 'ws')];
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, value = '']) => value)
    .filter((value) => own.some((beginning) => value.startsWith(beginning)))
    .map((value) => unescaped(value.replace(/^(?:http|ws):\/\/[^/]*/, '')));
}

export interface Crawled {
  /** Own addresses that are not below the path, each with the place where it is. */
  readonly outside: readonly string[];
  /** The status of each path. */
  readonly statuses: ReadonlyMap<string, number>;
}

/**
 * Follows every link from some paths on, as a browser and as a program.
 *
 * @param base - the path below which every own address must be
 * @param mostOfAKind - how many addresses with the same first segment are followed: menus and groups are alike
 */
export async function crawl(
  worker: Pick<RunningWorker, 'origin' | 'fetch'>,
  base: string,
  starts: readonly string[],
  mostOfAKind = 12,
): Promise<Crawled> {
  const outside: string[] = [];
  const statuses = new Map<string, number>();
  const queue = [...starts];
  const seen = new Set(queue);
  const kinds = new Map<string, number>();

  function follow(address: string, from: string): void {
    const [path = ''] = address.split('#');
    if (!path.startsWith(`${base}/`)) outside.push(`${from} has ${address}`);
    const [kind = ''] = path.slice(base.length + 1).split(/[/?]/);
    const count = kinds.get(kind) ?? 0;
    if (seen.has(path) || count >= mostOfAKind) return;
    kinds.set(kind, count + 1);
    seen.add(path);
    queue.push(path);
  }

  async function answerTo(path: string, accept: string) {
    const response = await worker.fetch(path, { headers: { Accept: accept } });
    return { path, accept, response, text: await ownText(response) };
  }

  while (queue.length > 0) {
    const paths = queue.splice(0, AT_ONCE);
    const answers = await Promise.all(paths.flatMap((path) => ACCEPTED.map((accept) => answerTo(path, accept))));
    // In their order, so that every crawl follows the same addresses.
    for (const { path, accept, response, text } of answers) {
      statuses.set(path, response.status);
      const location = response.headers.get('Location');
      if (location?.startsWith('/') || location?.startsWith(worker.origin)) follow(location, `Location of ${path}`);
      const found = text.startsWith('<!doctype') ? pathsIn(text) : addressesIn(text, worker.origin);
      for (const address of found) follow(address, `${accept} of ${path}`);
    }
  }
  return { outside, statuses };
}
