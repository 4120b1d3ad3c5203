/** Bodies of requests alone: their media types, both sides of their limits, and what a fault says. */
import { describe, expect, test } from 'vitest';
import { bodyMediaType, decodeBody, parseJson, readJson, readOctets, readText } from '../../../worker/http/body.ts';

const URL = 'https://w.example/';
const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request(URL, { method: 'POST', headers, body });

const refused = (problem: string, code: string, message: unknown) =>
  expect.objectContaining({ problem, faults: [expect.objectContaining({ code, message })] });

describe('the media type of a body', () => {
  const TYPES = ['application/json', 'text/plain'] as const;
  const typeOf = (type: string | null, headers: Record<string, string> = {}) =>
    bodyMediaType(post(null, type === null ? headers : { ...headers, 'Content-Type': type }), TYPES);

  test.each([
    ['application/json', 'application/json'],
    ['text/plain', 'text/plain'],
    [' Text/Plain ; Charset=UTF-8', 'text/plain'],
    ['text/plain;charset=utf8', 'text/plain'],
    ['text/plain;charset="utf-8"', 'text/plain'],
    ['text/plain; format=flowed', 'text/plain'],
    ['text/plain; format=flowed; charset=utf-8', 'text/plain'],
  ])('%j is %s', (type, expected) => {
    expect(typeOf(type)).toBe(expected);
    expect(typeOf(type, { 'Content-Encoding': 'identity' })).toBe(expected);
  });

  const WRONG_TYPE = 'Content-Type must be application/json or text/plain.';
  const WRONG_CODE = 'The body must be UTF-8 without a content coding.';
  test.each<[type: string | null, headers: Record<string, string>, message: string]>([
    [null, {}, WRONG_TYPE],
    ['', {}, WRONG_TYPE],
    ['text/html', {}, WRONG_TYPE],
    ['text/html; charset=latin1', { 'Content-Encoding': 'gzip' }, WRONG_TYPE],
    ['text/plain; charset=latin1', {}, WRONG_CODE],
    ['text/plain; format=flowed; charset=latin1', {}, WRONG_CODE],
    ['text/plain; charset=utf-80', {}, WRONG_CODE],
    ['text/plain; charset=x-charset=utf-8', {}, WRONG_CODE],
    ['text/plain', { 'Content-Encoding': 'gzip' }, WRONG_CODE],
  ])('%j with %j is refused: %s', (type, headers, message) => {
    const error = refused('unsupported-media-type', 'media-type', message);
    expect(() => typeOf(type, headers)).toThrow(error);
    expect(() => typeOf(type, headers)).toThrow(
      expect.objectContaining({ headers: { Accept: 'application/json, text/plain' } }),
    );
  });
});

describe('the length of a body', () => {
  test.each([10, 9, 0])('may be %d octets of 10', async (length) => {
    const body = 'x'.repeat(length);
    expect(await readText(post(body), 10)).toBe(body);
    expect(await readText(post(body, { 'Content-Length': String(length) }), 10)).toBe(body);
  });

  test('is 0 without a body', async () => {
    expect(await readOctets(new Request(URL), 10)).toHaveLength(0);
  });

  test.each<[what: string, request: () => Request]>([
    ['11 octets', () => post('x'.repeat(11))],
    ['6 and 5 octets', () => post(new Blob(['x'.repeat(6), 'x'.repeat(5)]))],
    ['an octet that says it is 11', () => post('x', { 'Content-Length': '11' })],
  ])('may not be %s', async (_, request) => {
    const message = 'The body may have at most 10 octets.';
    await expect(readOctets(request(), 10)).rejects.toEqual(refused('body-too-large', 'body-too-large', message));
    await expect(readJson(request(), 10, 'Send less.')).rejects.toEqual(
      refused('body-too-large', 'body-too-large', `${message} Send less.`),
    );
    await expect(readJson(request(), 10)).rejects.toEqual(refused('body-too-large', 'body-too-large', message));
  });
});

describe('JSON', () => {
  test('is read from a body, after a byte order mark', async () => {
    expect(await readJson(post('\ufeff{"a": [1]}'), 100)).toEqual({ a: [1] });
    expect(decodeBody(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a');
  });

  test.each([
    ['', ': it is empty'],
    [' \n', ': it is empty'],
    ['[', ': unexpected end of JSON input'],
    ['[1 2]', ": expected ',' or ']' after array element at line 1 column 4"],
    ['1\n2', ': unexpected non-whitespace character after JSON at line 2 column 1'],
    ['go:x', `: unexpected token 'g' in "go:x"`],
    ['x\ny', `: unexpected token 'x' in "x\ny"`],
  ])('is not %j%s', (text, place) => {
    expect(() => parseJson(text, 'invalid-body')).toThrow(
      refused('invalid-body', 'json-syntax', `The body is not JSON${place}.`),
    );
    expect(() => parseJson(text, 'invalid-item')).toThrow(
      refused('invalid-item', 'json-syntax', `The line is not JSON${place}.`),
    );
  });

  test('is UTF-8', async () => {
    const error = refused('invalid-body', 'not-utf-8', 'The body is not UTF-8.');
    await expect(readJson(post(Uint8Array.of(0x22, 0xe9, 0x22)), 100)).rejects.toEqual(error);
    await expect(readText(post(Uint8Array.of(0xff)), 100)).rejects.toEqual(error);
    await expect(readJson(post('{'), 100)).rejects.toEqual(refused('invalid-body', 'json-syntax', expect.any(String)));
  });
});
