/** One request over HTTP/1.1 (RFC 9112): what is sent, answers in every framing, and hostile ones. */
import { describe, expect, it, test } from 'vitest';
import {
  type CollectedAnswer,
  type ExchangeRequest,
  exchange as exchangeOver,
} from '../../../src/protocols/http/exchange.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { sourceOf } from './source.ts';
import { cuts } from './telnet/cuts.ts';

const CAP = 100;
const octets = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const text = (octets: Uint8Array) => Buffer.from(octets).toString('latin1');
const request: ExchangeRequest = {
  method: 'POST',
  host: 'h.example:1096',
  target: '/',
  headers: [['Accept', 'a/b']],
  body: octets('body'),
};

interface Exchange {
  readonly sent: string;
  readonly answer: CollectedAnswer;
}

async function exchange(chunks: readonly string[], { headers = request.headers, cap = CAP } = {}): Promise<Exchange> {
  const sent: string[] = [];
  const write = async (written: Uint8Array): Promise<void> => void sent.push(text(written));
  const answer = await exchangeOver({ ...sourceOf(...chunks), write }, { ...request, headers }, cap);
  return { sent: sent.join(''), answer };
}

/** The body of an answer that arrives in these chunks, or the code of the error. */
async function bodyOf(chunks: readonly string[], cap = CAP): Promise<string> {
  try {
    return text((await exchange(chunks, { cap })).answer.body);
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}

/** Chunks that a source of a test can hold. */
const arriving = (answer: string): string[] => answer.match(/[\s\S]{1,1000}/g) ?? [];

const answerOf = (fields: string, body = ''): string => `HTTP/1.1 200 OK\r\n${fields}\r\n${body}`;
const withLength = answerOf('Content-Length: 5\r\n', 'hello');
const chunked = answerOf('Transfer-Encoding: chunked\r\n', '3;x="y"\r\nhel\r\n02 \r\nlo\r\n0\r\nTrailer: t\r\n\r\n');
const untilTheEnd = answerOf('X: y\r\n', 'hello');

test('the request closes the connection, and wants an answer that is not compressed', async () => {
  const { sent } = await exchange([withLength]);
  expect(sent.split('\r\n')).toEqual([
    'POST / HTTP/1.1',
    'Host: h.example:1096',
    'Accept: a/b',
    'Accept-Encoding: identity',
    'Connection: close',
    'Content-Length: 4',
    '',
    'body',
  ]);
});

test.each(['\r', '\n', '\r\nX: y', '\0'])('a field cannot have a second line: %j', async (injected) => {
  await expect(exchange([withLength], { headers: [['A', `b${injected}`]] })).rejects.toMatchObject({
    code: 'invalid-request',
  });
});

test('a request that is too long is refused before anything is sent', async () => {
  const connection = { ...sourceOf(withLength), write: () => expect.fail('nothing may be sent') };
  const long = { ...request, body: new Uint8Array(4097) };
  await expect(exchangeOver(connection, long, CAP)).rejects.toMatchObject({ code: 'invalid-request' });
});

test('status and fields: names in lower case, values joined, old line folding (RFC 9112 §5.2)', async () => {
  const { answer } = await exchange(['HTTP/1.0 404 Not Found\r\nA:  1 \r\na: 2\r\nB: x\r\n  y\r\n\r\n']);
  expect(answer.status).toBe(404);
  expect([...answer.headers]).toEqual([
    ['a', '1, 2'],
    ['b', 'x y'],
  ]);
});

describe('bodies (RFC 9112 §6.3)', () => {
  it.each([
    ['by length', '§6.3.6', withLength, 'hello'],
    ['by length, with octets after it', '§6.3.6', `${withLength}HTTP/1.1 200`, 'hello'],
    [
      'by equal lengths in a list',
      '§6.3.5',
      answerOf('Content-Length: 5, 5\r\nContent-Length: 5\r\n', 'hello'),
      'hello',
    ],
    ['of no octets', '§6.3.6', answerOf('Content-Length: 0\r\n'), ''],
    ['in chunks', '§7.1', chunked, 'hello'],
    ['in chunks, with octets after them', '§7.1', `${chunked}3\r\n`, 'hello'],
    ['in chunks, by a name in capitals', '§7', chunked.replace('chunked', 'CHUNKED'), 'hello'],
    ['to the end', '§6.3.8', untilTheEnd, 'hello'],
    ['to the end, without header fields', '§6.3.8', answerOf('', 'hello'), 'hello'],
    [
      'after interim answers',
      'RFC 9110 §15.2',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 \r\nA: b\r\n\r\n${withLength}`,
      'hello',
    ],
    ['of 204', '§6.3.1', 'HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n', ''],
    ['marked as identity', 'RFC 9110 §8.4', answerOf('Content-Encoding: identity\r\n', 'hello'), 'hello'],
    ['of the largest size, by length', 'cap', answerOf(`Content-Length: ${CAP}\r\n`, 'x'.repeat(CAP)), 'x'.repeat(CAP)],
    ['of the largest size, to the end', 'cap', answerOf('', 'x'.repeat(CAP)), 'x'.repeat(CAP)],
  ])('%s (%s)', async (_, _clause, answer, body) => {
    expect(await bodyOf([answer])).toBe(body);
    expect(await bodyOf([...answer])).toBe(body);
  });
});

describe('wrong and hostile answers', () => {
  const te = 'Transfer-Encoding: chunked\r\n';
  it.each([
    ['no HTTP', '220 ready\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['HTTP/0.9', '<html>'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['a status out of range', 'HTTP/1.1 600 OK\r\n\r\n'],
    ['101', 'HTTP/1.1 101 Switching Protocols\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['both lengths', answerOf(`${te}Content-Length: 5\r\n`, '0\r\n\r\n')],
    ['chunks of HTTP/1.0', `HTTP/1.0 200 OK\r\n${te}\r\n0\r\n\r\n`],
    ['two lengths', answerOf('Content-Length: 5\r\nContent-Length: 6\r\n', 'hello!')],
    ['a negative length', answerOf('Content-Length: -1\r\n', 'hello')],
    ['a length with a sign', answerOf('Content-Length: +5\r\n', 'hello')],
    ['a hexadecimal length', answerOf('Content-Length: 0x5\r\n', 'hello')],
    ['an empty length', answerOf('Content-Length:\r\n', 'hello')],
    ['a coding that nobody asked for', answerOf('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n')],
    ['chunked twice', answerOf(`${te}${te}`, '0\r\n\r\n')],
    ['a compressed body', answerOf('Content-Encoding: gzip\r\nContent-Length: 5\r\n', 'hello')],
    ['a blank before the colon', answerOf('Content-Length : 5\r\n', 'hello')],
    ['a blank before the first field', answerOf(' A: b\r\n', 'hello')],
    ['a field without a colon', answerOf('A\r\n', 'hello')],
    ['a field with CR in it', answerOf('A: b\rContent-Length: 5\r\n', 'hello')],
    ['a field with NUL in it', answerOf('A: \0\r\n', 'hello')],
    ['a chunk without a length', answerOf(te, '\r\nhello')],
    ['a chunk of negative length', answerOf(te, '-5\r\nhello\r\n0\r\n\r\n')],
    ['a chunk of 0x5 octets', answerOf(te, '0x5\r\nhello\r\n0\r\n\r\n')],
    ['a chunk that is longer than it says', answerOf(te, '4\r\nhello\r\n0\r\n\r\n')],
    ['an endless extension', answerOf(te, `5;${'x'.repeat(5000)}\r\nhello\r\n0\r\n\r\n`)],
  ])('%s is a fault of the server', async (_, answer) => {
    expect(await bodyOf(arriving(answer))).toBe('malformed');
  });

  it.each([
    ['a length beyond the cap', answerOf(`Content-Length: ${CAP + 1}\r\n`)],
    ['a length of 9999999999', answerOf('Content-Length: 9999999999\r\n')],
    ['a length of 400 digits', answerOf(`Content-Length: ${'9'.repeat(400)}\r\n`)],
    ['a chunk beyond the cap', answerOf(te, '65\r\n')],
    ['a chunk of 2^80 octets', answerOf(te, 'ffffffffffffffffffff\r\n')],
    ['chunks beyond the cap', answerOf(te, `3c\r\n${'x'.repeat(60)}\r\n3c\r\n`)],
    ['a body beyond the cap', answerOf('', 'x'.repeat(CAP + 1))],
  ])('%s is too much', async (_, answer) => {
    expect(await bodyOf([answer])).toBe('too-large');
  });

  it.each([
    ['the header', `HTTP/1.1 200 OK\r\n`, 'A: b\r\n', 'malformed'],
    ['interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n', 'malformed'],
    ['trailers', answerOf(te, '0\r\n'), 'A: b\r\n', 'too-large'],
    ['extensions', answerOf(te), `1;${'x'.repeat(500)}\r\na\r\n`, 'too-large'],
  ])('%s cannot be endless', async (_, begin, repeated, code) => {
    expect(await bodyOf([begin, ...Array.from({ length: 5000 }, () => repeated)].filter((part) => part !== ''))).toBe(
      code,
    );
  });

  it('redirects are answers as all others', async () => {
    const { answer } = await exchange([
      'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n',
    ]);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://127.0.0.1/']);
  });

  it.each([
    ['a length', withLength, withLength.length],
    ['chunks', chunked, chunked.length],
  ])('an answer with %s that is cut at any place is a fault', async (_, answer, end) => {
    for (let at = 0; at < end; at += 1) {
      expect(await bodyOf(at === 0 ? [] : [answer.slice(0, at)]), `cut at ${at}`).toBe('unreachable');
    }
  });

  it('an answer without a length is cut only in its head', async () => {
    const head = untilTheEnd.indexOf('\r\n\r\n') + 3;
    for (let at = 1; at < head; at += 1) expect(await bodyOf([untilTheEnd.slice(0, at)])).toBe('unreachable');
  });
});

describe('properties', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      'HTTP/1.1 ',
      '200 OK',
      '100',
      '\r\n',
      '\n',
      '\r',
      ' ',
      ':',
      ',',
      ';',
      '0',
      '5',
      'ff',
      'A',
      '\0',
      'hello',
      'Content-Length: ',
      'Transfer-Encoding: chunked',
    ),
    maxLength: 30,
  });
  const mutated = fc
    .tuple(fc.constantFrom(withLength, chunked, untilTheEnd), fc.nat(200), fc.nat(5), hostile)
    .map(([answer, at, removed, inserted]) => answer.slice(0, at) + inserted + answer.slice(at + removed));

  const property = (name: string, check: () => Promise<void>): void => test(name, check, PROPERTY_TIMEOUT);
  /** Throws only if a condition does not hold: `expect` is slow. */
  const same = (read: string, whole: string, answer: string): void => {
    if (read !== whole) expect.fail(`${JSON.stringify(answer)} is ${whole}, and ${read} in other pieces`);
  };

  property('every input is an answer within the cap or a ProtocolError, octet by octet, too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostile, mutated), async (answer) => {
        const whole = await bodyOf(arriving(answer));
        if (whole.length > CAP) expect.fail(`${JSON.stringify(answer)} has a body of ${whole.length} octets`);
        same(await bodyOf([...answer]), whole, answer);
      }),
      runs(),
    );
  });

  property('every input is the same wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(mutated, async (answer) => {
        const whole = await bodyOf(arriving(answer));
        for (const pieces of cuts(octets(answer))) same(await bodyOf(pieces.map(text)), whole, answer);
      }),
      // Each try reads the answer a hundred times.
      runs(0.05),
    );
  });

  test.each([withLength, chunked, untilTheEnd])('%j is whole wherever it is cut', async (answer) => {
    for (const pieces of cuts(octets(answer))) expect(await bodyOf(pieces.map(text))).toBe('hello');
  });

  property('decoding is the inverse of encoding in chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ minLength: 1, maxLength: 20 }).map((ascii) => ascii.replace(/[^\x20-\x7e]/g, '?')),
          { maxLength: 5 },
        ),
        async (parts) => {
          const body = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
          expect(await bodyOf([answerOf('Transfer-Encoding: chunked\r\n', `${body}0\r\n\r\n`)])).toBe(parts.join(''));
        },
      ),
      runs(),
    );
  });
});
