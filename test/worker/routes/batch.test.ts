/**
 * `POST /v1/resolve`: many URLs as a JSON array, or as lines of JSON without limit.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { LONGEST_LINE } from '../../../worker/http/ndjson.ts';
import type { Problem } from '../../../worker/http/problem.ts';
import { limits } from '../../../worker/settings/limits.ts';
import { built } from '../built.ts';
import type { Ask } from '../client.ts';
import { type RunningWorker, startWorker } from '../harness.ts';
import { problemType, readProblem } from '../problems.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';

let worker: RunningWorker;
/** Without the front of self-hosting and its rate limits, which would hide that a client has left. */
let bare: RunningWorkerd;
beforeAll(async () => {
  worker = await startWorker();
  bare = await startWorkerd({ waypost: { path: (await built()).module, vars: {} } });
});
afterAll(async () => {
  bare.close();
  await worker.close();
});

const JSON_TYPE = 'application/json';
const LINES = 'application/x-ndjson';

const post = (type: string | null, body: BodyInit, query = '', headers: Record<string, string> = {}) =>
  worker.fetch(`/v1/resolve${query}`, {
    method: 'POST',
    body,
    headers: type === null ? headers : { 'Content-Type': type, ...headers },
    duplex: 'half',
  });

const short = '?fields=canonical';
const itemShape = 'An item is a string, or an object with `url` and, optionally, `base`, `dialect` and `lax`.';

/** Items with their answers: the canonical form, or the status and the code of the problem. */
const items: [item: unknown, expected: string | [status: number, code: string]][] = [
  ['GOPHER://H.example:70/1', 'gopher://h.example/'],
  [{ url: 'GO:x' }, 'go:x'],
  [{ url: '../b', base: 'gopher://h.example/1/users/a' }, 'gopher://h.example/1/b'],
  [{ url: 'gopher://h.example/7find?gold', dialect: 'url-1994' }, 'gopher://h.example/7find%09gold'],
  [{ url: 'x-y:g', base: 'x-y://a.example/b/c', lax: true }, 'x-y://a.example/b/g'],
  ['no scheme', [422, 'scheme-missing']],
  ['', [422, 'scheme-missing']],
  [{ url: 'a', base: 'b' }, [400, 'scheme-missing']],
  [{ url: 'go:x', dialect: '1994' }, [400, 'parameter-invalid']],
  [{ url: 'http:g', lax: 'true' }, [400, 'parameter-invalid']],
  [{ url: 7 }, [400, 'parameter-invalid']],
  [{ url: null }, [400, 'parameter-invalid']],
  [{}, [400, 'parameter-missing']],
  [{ uri: 'go:x' }, [400, 'parameter-missing']],
  [{ url: 'go:x', method: 'GET' }, [400, 'item-invalid']],
  [7, [400, 'item-invalid']],
  [null, [400, 'item-invalid']],
  [true, [400, 'item-invalid']],
  [['go:x'], [400, 'item-invalid']],
  [[[[]]], [400, 'item-invalid']],
  ['go:last', 'go:last'],
];

/** The same for an answer. */
function outcomeOf(answer: Problem | { canonical: string }): string | [status: number, code: string | undefined] {
  return 'canonical' in answer ? answer.canonical : [answer.status, answer.errors[0]?.code];
}

describe('a JSON array', () => {
  test('is answered with an array: one answer for each item, in order', async () => {
    const response = await post(JSON_TYPE, JSON.stringify(items.map(([item]) => item)));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(JSON_TYPE);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const answers: (Problem | { canonical: string })[] = await response.json();
    expect(answers.map(outcomeOf)).toEqual(items.map(([, expected]) => expected));
    expect(answers[0]).toMatchObject({
      ...JSON.parse(JSON.stringify(explain('GOPHER://H.example:70/1'))),
      links: expect.any(Object),
      opens: expect.objectContaining({ by: 'refused' }),
    });
    expect(answers[15]).toEqual({
      type: problemType('invalid-item'),
      title: 'An item of the body cannot be read',
      status: 400,
      detail: itemShape,
      errors: [{ code: 'item-invalid', parameter: null, at: null, message: itemShape, spec: null }],
    });
  });

  test.each([
    ['[]', JSON_TYPE],
    ['  [ ]\n', 'application/json; charset=utf-8'],
    ['\ufeff[]', 'Application/JSON;charset="UTF-8"'],
  ])('%j as %s is empty', async (body, type) => {
    const response = await post(type, body);
    expect([response.status, await response.json()]).toEqual([200, []]);
  });

  test('has only canonical forms with fields=canonical', async () => {
    const response = await post(JSON_TYPE, '["GO:x", "x"]', short);
    expect(await response.json()).toEqual([{ canonical: 'go:x' }, expect.objectContaining({ status: 422 })]);
  });

  test('applies the parameters to every item without its own', async () => {
    const body = JSON.stringify(['b', { url: 'b', base: 'http://i.example/' }, 'gopher://h.example/7a?b']);
    const response = await post(JSON_TYPE, body, `${short}&base=gopher://h.example/1/a&dialect=url-1994`);
    expect(await response.json()).toEqual([
      { canonical: 'gopher://h.example/1/b' },
      { canonical: 'http://i.example/b' },
      { canonical: 'gopher://h.example/7a%09b' },
    ]);
  });

  test(`may have ${limits.arrayItems} items`, async () => {
    const answers: unknown[] = await (await post(JSON_TYPE, arrayOf(limits.arrayItems), short)).json();
    expect(answers).toHaveLength(limits.arrayItems);
    const refused = await post(JSON_TYPE, arrayOf(limits.arrayItems + 1), short);
    expect(refused.status).toBe(413);
    expect((await readProblem(refused)).detail).toBe(`The array may have at most 1000 URLs; it has 1001. ${AS_LINES}`);
  });
});

const AS_LINES = 'Send a longer list as lines (application/x-ndjson), which have no limit.';

const arrayOf = (length: number) => JSON.stringify(Array.from({ length }, () => 'go:x'));

describe('a body that is not an array of URLs', () => {
  test.each([
    ['', 400, 'json-syntax', 'The body is not JSON: it is empty.'],
    ['[', 400, 'json-syntax', 'The body is not JSON: unexpected end of JSON input.'],
    ["['go:x']", 400, 'json-syntax', `The body is not JSON: unexpected token ''' in "['go:x']".`],
    [
      '["go:x"]\n["go:y"]',
      400,
      'json-syntax',
      'The body is not JSON: unexpected non-whitespace character after JSON at line 2 column 1.',
    ],
    ['[1,\n2,]', 400, 'json-syntax', `The body is not JSON: unexpected token ']' in "[1,\n2,]".`],
    [
      '["go:a","go:b","go:c",go:d,"go:e","go:f"]',
      400,
      'json-syntax',
      `The body is not JSON: unexpected token 'g' in ..."b","go:c",go:d,"go:e"....`,
    ],
    ['['.repeat(100_000), 400, 'json-syntax', 'The body is not JSON: unexpected end of JSON input.'],
    ['7', 400, 'item-invalid', itemShape],
    ['{"url": 7}', 400, 'parameter-invalid', '`url` must be a string.'],
    ['null', 400, 'item-invalid', itemShape],
    [Uint8Array.of(0x5b, 0x22, 0xe9, 0x22, 0x5d), 400, 'not-utf-8', 'The body is not UTF-8.'],
    [Uint8Array.of(0x5b, 0x22, 0xc3), 400, 'not-utf-8', 'The body is not UTF-8.'],
    [' '.repeat(limits.array + 1), 413, 'body-too-large', `The body may have at most 4194304 octets. ${AS_LINES}`],
  ])('%.20j is a %i: %s', async (body, status, code, message) => {
    const response = await post(JSON_TYPE, body);
    expect(response.status).toBe(status);
    expect(await readProblem(response)).toMatchObject({ status, detail: message, errors: [{ code, message }] });
  });

  test('is also refused as too large if it does not declare its length', async () => {
    // Only the last piece exceeds the limit: a client that is still writing might miss the answer.
    const pieces = Array(limits.array / 8192 + 1).fill(new TextEncoder().encode(' '.repeat(8192)));
    const response = await post(JSON_TYPE, inPieces(pieces));
    expect(response.status).toBe(413);
    expect((await readProblem(response)).errors[0]?.code).toBe('body-too-large');
  });

  test.each([
    [null, {}],
    ['', {}],
    ['text/csv', {}],
    ['application/jsonx', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json; charset=iso-8859-1', {}],
    ['application/json', { 'Content-Encoding': 'gzip' }],
  ])('is a 415 as %s with %j, and the answer names the readable types', async (type, headers) => {
    const response = await post(type, new TextEncoder().encode('["go:x"]'), '', headers);
    expect(response.status).toBe(415);
    expect(response.headers.get('accept')).toBe('application/json, application/x-ndjson, text/plain');
    expect((await readProblem(response)).errors[0]?.code).toBe('media-type');
  });

  test.each([
    ['?url=go:x', 'parameter-unknown', 'url'],
    ['?fields=password', 'parameter-invalid', 'fields'],
    ['?base=b', 'scheme-missing', 'base'],
    ['?dialect=1994', 'parameter-invalid', 'dialect'],
  ])('is refused with parameters like %s', async (query, code, parameter) => {
    for (const type of [JSON_TYPE, LINES]) {
      const response = await post(type, '["go:x"]', query);
      expect(response.status).toBe(400);
      expect(await readProblem(response)).toMatchObject({ errors: [{ code, parameter }] });
    }
  });
});

describe('lines of JSON', () => {
  test('are answered line by line, in order', async () => {
    const body = items.map(([item]) => `${JSON.stringify(item)}\n`).join('');
    const response = await post(LINES, body);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(LINES);
    const answers = await readLines(response);
    expect(answers.map(outcomeOf)).toEqual(items.map(([, expected]) => expected));
    expect(answers[0]).toMatchObject({
      ...JSON.parse(JSON.stringify(explain('GOPHER://H.example:70/1'))),
      links: expect.any(Object),
      opens: expect.objectContaining({ by: 'refused' }),
    });
  });

  test.each([
    ['', []],
    ['"go:x"', ['go:x']],
    ['"go:x"\n', ['go:x']],
    ['"go:x"\r\n"go:y"\r\n', ['go:x', 'go:y']],
    ['\ufeff"go:x"\n', ['go:x']],
    ['\n', [[400, 'json-syntax']]],
    ['"go:x"\n\n"go:y"', ['go:x', [400, 'json-syntax'], 'go:y']],
    ['"go:x"\nnot json\n"go:y"\n', ['go:x', [400, 'json-syntax'], 'go:y']],
    [
      '"go:x" "go:y"\n"go:z',
      [
        [400, 'json-syntax'],
        [400, 'json-syntax'],
      ],
    ],
    ['go:x\n', [[400, 'json-syntax']]],
  ])('%j', async (body, expected) => {
    expect((await readLines(await post(LINES, body, short))).map(outcomeOf)).toEqual(expected);
  });

  test('a line that is not UTF-8 does not affect others', async () => {
    const body = Buffer.concat([
      Buffer.from('"go:x"\n"'),
      Buffer.of(0xe9),
      Buffer.from('"\n"go:y"\n"'),
      Buffer.of(0xc3),
    ]);
    expect((await readLines(await post(LINES, body, short))).map(outcomeOf)).toEqual([
      'go:x',
      [400, 'line-not-utf-8'],
      'go:y',
      [400, 'line-not-utf-8'],
    ]);
  });

  test.each([
    ['just fits', LONGEST_LINE - 1, 'too-long'],
    ['is one octet too long', LONGEST_LINE, 'line-too-long'],
    ['is far too long', 20 * LONGEST_LINE + 5, 'line-too-long'],
  ])('a line that %s has one line in the answer', async (_, length, code) => {
    const long = `"${'x'.repeat(length - 2)}"`;
    const body = `"go:x"\n${long}\n"go:y"\n${long}\n${long}\n"go:z"\n${long}`;
    const outcomes = (await readLines(await post(LINES, body, short))).map(outcomeOf);
    const refused = [expect.any(Number), code];
    expect(outcomes).toEqual(['go:x', refused, 'go:y', refused, refused, 'go:z', refused]);
  });

  test('a line with a fault is answered with its problem', async () => {
    const [empty] = await readLines(await post(LINES, 'go:x\n'));
    const detail = `The line is not JSON: unexpected token 'g' in "go:x".`;
    expect(empty).toEqual({
      type: problemType('invalid-item'),
      title: 'An item of the body cannot be read',
      status: 400,
      detail,
      errors: [{ code: 'json-syntax', parameter: null, at: null, message: detail, spec: null }],
    });
  });

  test('30,000 are answered in order, and counted in the log', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `"HTTP://H.example:80/%7e${index}"`);
    const answers = await readLines(await post(LINES, lines.join('\n'), short));
    expect(answers).toHaveLength(lines.length);
    const wrong = answers.findIndex((answer, index) => outcomeOf(answer) !== `http://h.example/~${index}`);
    expect(wrong).toBe(-1);
    await expect
      .poll(() => worker.takeLog().some(({ urls, aborted }) => urls === 30_000 && aborted === false))
      .toBe(true);
  });

  test('may be split at any octet', async () => {
    const body = Buffer.from('"http://h.example/ü"\n"http://h.example/\u{1F600}"\nx\n');
    for (const size of [1, 2, 3, 7]) {
      const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
        body.subarray(at * size, (at + 1) * size),
      );
      const response = await post(LINES, inPieces(pieces), short);
      expect((await readLines(response)).map(outcomeOf)).toEqual([
        'http://h.example/%C3%BC',
        'http://h.example/%F0%9F%98%80',
        [400, 'json-syntax'],
      ]);
    }
  });

  test('an answer comes as soon as its line is complete', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const pending = post(LINES, readable, short);
    await writer.write(new TextEncoder().encode('"go:x"\n"go:'));
    const reader = ((await pending).body ?? new ReadableStream()).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"canonical":"go:x"}\n');
    await writer.write(new TextEncoder().encode('y"'));
    await writer.close();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"canonical":"go:y"}\n');
    expect((await reader.read()).done).toBe(true);
  });
});

describe('lines of text', () => {
  const TEXT = 'text/plain; charset=utf-8';

  test.each([
    ['', 'GO:x\r\n\nnot a URL\nHTTP://H.example:80/%7ea\ngo:last', 'go:x\n\n\nhttp://h.example/~a\ngo:last\n'],
    ['?base=gopher://h.example/1/a/b', '../c\n', 'gopher://h.example/1/c\n'],
    ['?dialect=url-1994', 'gopher://h.example/7a?b\n', 'gopher://h.example/7a%09b\n'],
    ['?fields=canonical', 'GO:x', 'go:x\n'],
    ['', '', ''],
  ])('%s %j is %j', async (query, body, expected) => {
    const response = await post(TEXT, body, query);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(TEXT);
    expect(await response.text()).toBe(expected);
  });

  test('of any octets, of any length', async () => {
    const octets = new TextEncoder().encode(`GO:x\n${'é'.repeat(200_000)}\nGO:é\n`);
    const invalid = Uint8Array.of(...new TextEncoder().encode('GO:y'), 0xff, 0x0a);
    const response = await post(TEXT, inPieces([octets.subarray(0, 300_001), octets.subarray(300_001), invalid]));
    expect(await response.text()).toBe('go:x\n\ngo:%C3%A9\n\n');
  });

  test.each([
    ['?fields=surt', 'fields', 'parameter-invalid'],
    ['?unwrap=gateways', 'unwrap', 'parameter-invalid'],
    ['?base=x', 'base', 'scheme-missing'],
  ])('%s is refused', async (query, parameter, code) => {
    const response = await post(TEXT, 'go:x', query);
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors).toMatchObject([{ parameter, code }]);
  });

  test('come back as they are sent', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const pending = post(TEXT, readable);
    await writer.write(new TextEncoder().encode('GO:x\nGO:'));
    const reader = ((await pending).body ?? new ReadableStream()).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('go:x\n');
    await writer.write(new TextEncoder().encode('y'));
    await writer.close();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('go:y\n');
    expect((await reader.read()).done).toBe(true);
  });

  test('are counted in the log', async () => {
    const ask = { method: 'POST', headers: { 'Content-Type': TEXT }, body: 'go:x\n\ngo:y' };
    await (await fetch(`http://127.0.0.1:${bare.ports.get('waypost')}/v1/resolve`, ask)).text();
    await expect.poll(() => lastLine(bare)).toMatchObject({ urls: 3, status: 200 });
  });
});

test('a client that disconnects cancels the work', async () => {
  const leaving = new AbortController();
  const ask: Ask = {
    method: 'POST',
    headers: { 'Content-Type': LINES },
    body: endless(leaving.signal),
    signal: leaving.signal,
    duplex: 'half',
  };
  const response = await fetch(`http://127.0.0.1:${bare.ports.get('waypost')}/v1/resolve`, ask);
  await response.body?.getReader().read();
  leaving.abort();
  await expect.poll(() => lastLine(bare)).toMatchObject({ aborted: true, status: 200 });
});

/** The newest line of the log. */
const lastLine = ({ log }: RunningWorkerd): unknown => JSON.parse(log.at(-1) ?? 'null');

async function* endless(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  while (!signal.aborted) {
    yield new TextEncoder().encode('"go:x"\n'.repeat(1000));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A body of unknown length. */
async function* inPieces(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function readLines(response: Response): Promise<(Problem | { canonical: string })[]> {
  const text = await response.text();
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text === ''
    ? []
    : text
        .slice(0, -1)
        .split('\n')
        .map((line) => JSON.parse(line));
}
