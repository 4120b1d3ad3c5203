/**
 * The relay: UDP for the Prospero gateway, because Workers have no UDP. It takes questions by HTTP from those who know
 * its secret, judges the server as the Worker does, and returns the text of the answer. It logs nothing.
 *
 * ```
 *   POST /   Authorization: Bearer <secret>
 *   {"host": "h.example", "port": 1525, "hsoname": "/pub", "objectVersion": null, "version": 5, "ask": "list"}
 *   200      the octets of the answer
 *   4xx 5xx  {"code": "egress-denied", "rule": "address", "detail": "…"}
 * ```
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { EgressPolicy } from '../../src/egress/policy.ts';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { GatewayError, gatewayErrorOf, isFailure } from '../../src/net/failure.ts';
import { type Resolver, resolverOf } from '../../src/net/peer.ts';
import { askByDatagrams } from '../../src/open/prospero/ask.ts';
import { GIVEN_UP } from '../../src/protocols/prospero/ardp.ts';
import { gatewayErrors } from '../errors/table.ts';
import { parseQuestion } from './question.ts';

export interface RelayOptions {
  /** What its clients send as a bearer token. */
  readonly secret: string;
  readonly policy: EgressPolicy;
  /** Default: loopback. */
  readonly host?: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Default: the resolver of the system. */
  readonly resolve?: Resolver;
}

export interface RunningRelay {
  /** Where it is, without a slash at the end. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Questions at a time. */
const MOST_QUESTIONS = 20;
/** The octets of a question: a name has 4 KiB, three times as much if it is percent-encoded. */
const LONGEST_BODY = 16 * 1024;
/** Clients that are slower than this, in milliseconds, do not want to ask. */
const PATIENCE = 5_000;
/**
 * A name may take this long, in milliseconds. The exchange ends itself after `GIVEN_UP`, and knows then whether the
 * server asked to wait; this deadline must not be faster.
 */
const RESOLVING = 3_000;

/** @throws TypeError without a secret; the error of `listen` */
export async function startRelay(options: RelayOptions): Promise<RunningRelay> {
  const { secret, host = '127.0.0.1', port } = options;
  if (secret === '') throw new TypeError('PROSPERO_RELAY_SECRET is empty: anybody could use this relay.');
  let questions = 0;
  const server = createServer({ requestTimeout: PATIENCE, headersTimeout: PATIENCE }, async (request, response) => {
    try {
      checkRequest(request, secret);
      if (questions >= MOST_QUESTIONS) throw new GatewayError('gateway-busy', 'The relay is too busy.');
      questions += 1;
      try {
        const answer = await answerQuestion(request, response, options);
        response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': answer.length });
        response.end(answer);
      } finally {
        questions -= 1;
      }
    } catch (error) {
      answerError(response, error);
    }
  });
  server.maxConnections = 10 * MOST_QUESTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** @throws GatewayError `unauthorized` without the secret, `bad-request` for anything but a question */
function checkRequest({ method, url, headers }: IncomingMessage, secret: string): void {
  const [, shown = ''] = /^Bearer (.*)$/i.exec(headers.authorization ?? '') ?? [];
  // Digests have one length, so the time tells nothing about the secret.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(shown), digest(secret))) {
    throw new GatewayError('unauthorized', 'The relay does not know this secret.');
  }
  if (method !== 'POST' || url !== '/') throw new GatewayError('bad-request', 'Send questions by POST to /.');
}

async function answerQuestion(
  request: IncomingMessage,
  response: ServerResponse,
  { policy, resolve = resolverOf(lookup) }: RelayOptions,
): Promise<Uint8Array> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const question = parseQuestion(await bodyOf(request));
  const deadline = new Deadline(GIVEN_UP + RESOLVING, timedOut('total'), gone.signal);
  try {
    return await askByDatagrams(question, { policy, resolve, createSocket, listen: null }, deadline.signal);
  } finally {
    deadline.end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > LONGEST_BODY) throw new GatewayError('bad-request', 'The question is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answerError(response: ServerResponse, error: unknown): void {
  const known = isFailure(error) ? gatewayErrorOf(error) : null;
  // The error of a bug says where the code is; nobody who asks needs to know.
  const body = known
    ? { code: known.code, rule: known.rule, detail: known.message }
    : { code: 'gateway-unreachable', rule: null, detail: 'The relay failed.' };
  if (response.headersSent || response.destroyed) return;
  const headers = { ...known?.headers, 'Content-Type': 'application/json', Connection: 'close' };
  response.writeHead(known ? gatewayErrors[known.code].status : 500, headers);
  response.end(JSON.stringify(body));
}
