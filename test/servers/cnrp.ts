/**
 * The CNRP test server: names, properties, ids, the service query, referrals and statuses, over HTTP with a body in
 * each framing. No other server of this protocol is known.
 */
import { document, referral, result, service, serviceDescription, status } from './cnrp/answers.ts';
import { type NamedPorts, type NamedResource, names } from './cnrp/names.ts';
import { type CnrpQuery, parseQuery } from './cnrp/query.ts';
import type { Conversation } from './conversation.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';

export interface CnrpOptions extends ServerOptions {
  /** The ports of the test servers that names lead to. */
  readonly otherPorts?: NamedPorts;
  /** How the end of a body is marked; default `length`. */
  readonly framing?: 'length' | 'chunked' | 'end';
  /** The service that the name `Elsewhere` is referred to; default: this one. */
  readonly refersTo?: string;
}

/** Properties that the server understands. Others are ignored, and a status says so. */
const SUPPORTED: ReadonlySet<string> = new Set(['geography', 'language', 'category', 'range', 'dataseturi']);

/** Names that stand for a status. */
const STATUSES: Readonly<Record<string, readonly [code: string, text: string]>> = {
  busy: ['4.2.1', 'Come back later'],
  broken: ['5.2.0', 'The index is gone'],
};

/** Starts the CNRP test server. */
export async function startCnrp({ otherPorts = {}, ...options }: CnrpOptions = {}): Promise<RunningServer> {
  const known = names(otherPorts);
  const server: RunningServer = await listen('cnrp', options, async (conversation) => {
    const uri = `http://localhost:${server.port}/`;
    const query = parseQuery(await readPost(conversation));
    await send(conversation, answerTo(query, uri, options.refersTo ?? uri, known), options.framing ?? 'length');
  });
  return server;
}

async function readPost(conversation: Conversation): Promise<string> {
  let length = 0;
  for (let line = await conversation.line(); line !== null && line !== ''; line = await conversation.line()) {
    const [, digits] = /^content-length: *(\d+)$/i.exec(line) ?? [];
    if (digits !== undefined) length = Number(digits);
  }
  return (await conversation.exactly(length)).toString('utf8');
}

async function send(conversation: Conversation, text: string, framing: 'length' | 'chunked' | 'end'): Promise<void> {
  const body = Buffer.from(text, 'utf8');
  const wrong = conversation.fault('wrong-length');
  const length = body.length + (wrong === null ? 0 : (wrong.by ?? 10));
  const field = { length: `Content-Length: ${length}\r\n`, chunked: 'Transfer-Encoding: chunked\r\n', end: '' }[
    framing
  ];
  await conversation.reply(`HTTP/1.1 200 OK\r\nContent-Type: application/cnrp+xml\r\n${field}\r\n`);
  await conversation.body(framing === 'chunked' ? chunksOf(body) : [body]);
}

/** Chunks of 100 octets, so that characters are cut. */
function chunksOf(body: Buffer): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += 100) {
    const chunk = body.subarray(at, at + 100);
    chunks.push(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
  }
  return [...chunks, Buffer.from('0\r\n\r\n')];
}

/** The document that answers a query. */
export function answerTo(
  query: CnrpQuery | null,
  uri: string,
  refersTo: string,
  known: readonly NamedResource[],
): string {
  if (query === null) return document(status('5.1.0', 'Not a query'));
  if (query.kind === 'service') return document(serviceDescription(uri));
  if (query.kind === 'id')
    return found(
      known.filter(({ id }) => id === query.id),
      uri,
    );
  const fixed = STATUSES[query.commonName.toLowerCase()];
  if (fixed !== undefined) return document(status(...fixed));
  if (query.commonName.toLowerCase() === 'elsewhere') return document(service(uri), referral(refersTo));
  const ignored = query.properties.filter(({ name }) => !SUPPORTED.has(name.toLowerCase()));
  const statuses = ignored.map(({ name }) => status('3.1.1', `${name} ignored`, 'i0'));
  return found(
    inRange(
      known.filter((resource) => matches(resource, query)),
      query,
    ),
    uri,
    statuses,
  );
}

type NameQuery = CnrpQuery & { readonly kind: 'name' };

function found(resources: readonly NamedResource[], uri: string, statuses: readonly string[] = []): string {
  if (resources.length === 0) return document(status('2.1.0', 'No match'));
  return document(service(uri), ...resources.map(result), ...statuses);
}

/** All properties must fit, by one of their values; `*` is any value. */
function matches({ commonName, properties }: NamedResource, query: NameQuery): boolean {
  const wanted = Map.groupBy(query.properties, ({ name }) => name.toLowerCase());
  const narrowing = [...wanted].filter(([name]) => ['geography', 'language', 'category'].includes(name));
  return (
    commonName.toLowerCase().includes(query.commonName.toLowerCase()) &&
    narrowing.every(([name, values]) =>
      values.some(({ value }) =>
        properties.some(
          ([known, , text]) => known === name && (value === '*' || text.toLowerCase().startsWith(value.toLowerCase())),
        ),
      ),
    )
  );
}

/** `range` is a start, from 1, and a length. */
function inRange(resources: readonly NamedResource[], { properties }: NameQuery): readonly NamedResource[] {
  const range = properties.find(({ name }) => name.toLowerCase() === 'range')?.value ?? '';
  const [, start, length] = /^(\d+)[-,](\d+)$/.exec(range) ?? [];
  return start === undefined ? resources : resources.slice(Number(start) - 1, Number(start) - 1 + Number(length));
}
