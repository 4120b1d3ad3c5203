/** A DNS-over-HTTPS resolver (RFC 8484) for tests. Each test chooses the answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parseAddress } from '../../../src/egress/address.ts';

export interface Question {
  readonly name: string;
  readonly type: 'A' | 'AAAA';
  /** How often the same question was asked before. */
  readonly before: number;
}

export type Answer =
  /** Addresses of the requested type; empty = a name without such records. `owner` is whose addresses they are. */
  | { readonly addresses: readonly string[]; readonly alias?: string; readonly owner?: string }
  | { readonly rcode: number }
  /** Raw octets instead of a DNS message. */
  | { readonly octets: Uint8Array }
  | { readonly status: number }
  /** No answer at all. */
  | 'silence';

export interface DohServer {
  readonly url: string;
  readonly questions: readonly Question[];
  close(): Promise<void>;
}

export async function serveDoh(answerTo: (question: Question) => Answer): Promise<DohServer> {
  const questions: Question[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const query = Buffer.concat(parts);
    const { name, type } = readQuestion(query);
    const before = questions.filter((earlier) => earlier.name === name && earlier.type === type).length;
    const question = { name, type, before };
    questions.push(question);
    const answer = answerTo(question);
    if (answer === 'silence') return;
    if ('status' in answer) response.writeHead(answer.status, { location: 'http://127.0.0.1:1/' }).end();
    else response.setHeader('content-type', 'application/dns-message').end(encode(query, type, answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/dns-query`,
    questions,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: 'A' | 'AAAA' } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A' };
}

const POINTER_TO_QUESTION = [0xc0, 12];

function encode(
  query: Buffer,
  type: 'A' | 'AAAA',
  answer: Exclude<Answer, 'silence' | { status: number }>,
): Uint8Array {
  if ('octets' in answer) return answer.octets;
  const records: Buffer[] = [];
  if ('addresses' in answer) {
    const { alias, owner = alias } = answer;
    if (alias) records.push(record(POINTER_TO_QUESTION, 5, nameOf(alias)));
    const whose = owner === undefined ? POINTER_TO_QUESTION : nameOf(owner);
    for (const text of answer.addresses) {
      const address = parseAddress(text);
      if (address) records.push(record(whose, type === 'A' ? 1 : 28, [...address.octets]));
    }
  }
  const message = Buffer.concat([query, ...records]);
  message.writeUInt16BE(0x8180 | ('rcode' in answer ? answer.rcode : 0), 2);
  message.writeUInt16BE(records.length, 6);
  return message;
}

function label(text: string): number[] {
  return [text.length, ...Buffer.from(text, 'latin1')];
}

const nameOf = (name: string): number[] => [...name.split('.').flatMap(label), 0];

function record(owner: readonly number[], type: number, octets: readonly number[]): Buffer {
  return Buffer.from([...owner, 0, type, 0, 1, 0, 0, 0, 60, 0, octets.length, ...octets]);
}
