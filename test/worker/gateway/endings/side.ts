/** One link on every side of the program: pages, JSON, checks and `waypost get`, all in this process. */
import { vi } from 'vitest';
import { readCommandLine } from '../../../../bin/command-line.ts';
import { udpTransport } from '../../../../bin/network/datagrams.ts';
import { get } from '../../../../bin/network/get.ts';
import { explain } from '../../../../src/index.ts';
import type { AskContext } from '../../../../worker/gateway/open/gateway-request.ts';
import { openLink } from '../../../../worker/gateway/open/open.ts';
import { parseQuery } from '../../../../worker/http/query.ts';
import { check } from '../../../../worker/routes/check.ts';
import { memoryStreams } from '../../../bin/harness.ts';
import { stubStreams } from '../bodies.ts';
import { askContext } from '../context.ts';

const ANYWHERE = { publicOnly: false, listen: null };
const prosperoTransport: AskContext['prosperoTransport'] = (_, signal) => udpTransport(ANYWHERE, signal);

/** Older than any copy is fresh, and younger than one that nobody may see, in milliseconds. */
const OLD = 2 * 3_600_000 + 24 * 3_600_000 - 3 * 3_600_000;

/** Adds what a copy says of its age to the end of the page. */
class Rewriter {
  #markup = '';

  on(_: string, { element }: { element(heading: { after(markup: string): void }): void }): this {
    element({ after: (markup) => (this.#markup += markup) });
    return this;
  }

  transform(response: Response): Response {
    const { body, status, headers } = response;
    const flush = (controller: TransformStreamDefaultController<Uint8Array>) =>
      controller.enqueue(new TextEncoder().encode(this.#markup));
    return new Response(body?.pipeThrough(new TransformStream({ flush })) ?? null, { status, headers });
  }
}

/** Replaces what the runtime has. Copies in its cache are no longer fresh when they are read. */
export function stubRuntime(): void {
  const copies = new Map<string, Response>();
  const store = {
    match: async (key: string) => {
      const { body, headers } = copies.get(key)?.clone() ?? {};
      if (headers === undefined) return;
      const aged = new Headers(headers);
      aged.set('waypost-stored-at', String(Number(headers.get('waypost-stored-at')) - OLD));
      return new Response(body, { headers: aged });
    },
    put: async (key: string, response: Response) => void copies.set(key, response),
    delete: async (key: string) => copies.delete(key),
  };
  vi.stubGlobal('caches', { open: async () => store });
  vi.stubGlobal('HTMLRewriter', Rewriter);
  stubStreams();
  // The stream of the runtime copies what is written to it.
  vi.stubGlobal(
    'IdentityTransformStream',
    class extends TransformStream<Uint8Array, Uint8Array> {
      constructor() {
        super({ transform: (octets, controller) => controller.enqueue(octets.slice()) });
      }
    },
  );
}

/** What a page or JSON says. */
export interface Said {
  readonly status: number;
  /** Where it comes from, as `Cache-Status` says. */
  readonly from: string | null;
  readonly text: string;
}

const HEADERS = {
  page: { Accept: 'text/html', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' },
  json: { Accept: 'application/json' },
};

/** A service with these settings. */
export function service(settings: Readonly<Record<string, string>>) {
  const { environment } = askContext({ settings: { TERMINALS: 'on', ...settings } });
  const contextFor = (url: string, asking: Parameters<typeof askContext>[0]): AskContext => ({
    ...askContext(asking),
    ...{ environment, url, prosperoTransport, query: parseQuery(url) },
  });
  return {
    async open(link: string, view: keyof typeof HEADERS, method: 'GET' | 'HEAD' = 'GET'): Promise<Said> {
      const work: Promise<unknown>[] = [];
      const url = `http://localhost/open?url=${encodeURIComponent(link)}`;
      const context = contextFor(url, { method, headers: HEADERS[view] });
      const response = await openLink(explain(link, { complete: true }), {
        ...context,
        waitUntil: (more) => void work.push(more),
      });
      const text = await response.text().catch((error: unknown) => `broken: ${error}`);
      await Promise.all([...work, ...context.streaming]);
      return { status: response.status, from: response.headers.get('Cache-Status'), text };
    },
    async check(link: string): Promise<Readonly<Record<string, unknown>>> {
      const url = `http://localhost/v1/check?url=${encodeURIComponent(link)}`;
      const { GET } = check(prosperoTransport);
      const response = await GET?.(contextFor(url, {}));
      return (await response?.json()) as Record<string, unknown>;
    },
    /** As `check`, of the same link twice in one batch. */
    async checkTwice(link: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
      const body = JSON.stringify([link, link]);
      const headers = { 'Content-Type': 'application/json' };
      const context = contextFor('http://localhost/v1/check', { method: 'POST', headers, body });
      const response = await check(prosperoTransport).POST?.(context);
      const answers = (await response?.json()) as readonly Readonly<Record<string, unknown>>[];
      await Promise.all(context.streaming);
      return answers;
    },
  };
}

/** What `waypost get` does. */
export async function got(link: string, options: readonly string[]) {
  const invocation = readCommandLine(['get', ...options, link]);
  if (invocation.kind !== 'get') throw new TypeError('not a command line of get');
  const { streams, written } = memoryStreams({});
  const opened = await get(invocation, streams, '1.2.3');
  return { opened, ...written() };
}
