/** Errors as problem details: each kind of error, with its code, its place and its headers. */
import { describe, expect, test, vi } from 'vitest';
import { canonicalize, diagnostics, UrlError } from '../../../src/index.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { fault, RequestError, urlFault } from '../../../worker/errors/request-error.ts';
import { HEADERS } from '../../../worker/http/headers.ts';
import { headersOfError, problemOf, problemResponse } from '../../../worker/http/problem.ts';
import { checkBase, loggedScheme, readUrlParameter } from '../../../worker/http/query.ts';
import { problemType } from '../problems.ts';

const ROOT = { url: 'https://w.example/v1/resolve?url=abc', environment: { basePath: '' } };
const URL_ERROR = new UrlError(diagnostics['scheme-missing'], 1, 'abc');

test('a fault of a request is a problem with the sentences of all faults', () => {
  const faults = [fault('a', 'One.'), urlFault(URL_ERROR, 'base'), { ...fault('b', 'Two.'), parameter: 'url' }];
  expect(problemOf(new RequestError('invalid-parameter', faults), ROOT)).toMatchObject({
    type: problemType('invalid-parameter'),
    status: 400,
    detail: `One. At character 2 of \`base\`: ${URL_ERROR.message} Two.`,
    errors: faults,
  });
  const placed = { ...fault('a', 'One.'), at: [0, 1] as const };
  expect(problemOf(new RequestError('invalid-parameter', [placed]), ROOT).detail).toBe('One.');
});

test('a problem without faults says what its type is about', () => {
  const { detail, errors } = problemOf(new RequestError('not-found', []), ROOT);
  expect([detail, errors]).toEqual(['`GET /` lists every address of this service.', []]);
});

test('an error of the library is a fault of `url`', () => {
  expect(problemOf(URL_ERROR, ROOT)).toMatchObject({
    type: problemType('invalid-url'),
    status: 422,
    errors: [{ code: 'scheme-missing', parameter: 'url', at: [1, 2] }],
  });
});

test('an error of a server is a problem with its rule, or its code', () => {
  const refused = new GatewayError('egress-denied', 'No.', { rule: 'port', headers: { 'Retry-After': '9' } });
  expect(problemOf(refused, ROOT)).toMatchObject({
    type: problemType('.+'),
    status: 403,
    title: 'Waypost does not connect to this server',
    detail: 'No.',
    errors: [fault('port', 'No.')],
  });
  expect(headersOfError(refused)).toEqual({ 'Retry-After': '9' });
  const late = new ProtocolError('timeout', 'Too late.');
  expect(problemOf(late, ROOT)).toMatchObject({ status: 504, detail: 'Too late.', errors: [{ message: 'Too late.' }] });
  expect(problemOf(late, ROOT).errors[0]?.code).toMatch(/timeout/);
  expect(headersOfError(late)).toEqual({});
});

test('the type of a problem is below the base path', () => {
  const below = { url: 'https://w.example/v1/resolve?url=/', environment: { basePath: '/base' } };
  expect(problemOf(new RequestError('not-found', []), below).type).toBe('https://w.example/base/problems#not-found');
});

test('an unexpected error is logged, and hidden', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(problemOf(new TypeError('sesame'), ROOT)).toMatchObject({
    type: problemType('internal-error'),
    status: 500,
    errors: [],
  });
  expect(headersOfError(new TypeError('sesame'))).toEqual({});
  expect(log).toHaveBeenCalledOnce();
  problemOf(URL_ERROR, ROOT);
  problemOf(new RequestError('not-found', []), ROOT);
  problemOf(new ProtocolError('timeout', 'Too late.'), ROOT);
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

test('a response has the problem with more members, and the headers of its error', async () => {
  const error = new RequestError('method-not-allowed', [], { Allow: 'GET' });
  const response = problemResponse(error, ROOT, { more: '\x9b' });
  expect(response.status).toBe(405);
  for (const [name, value] of Object.entries({ ...HEADERS, Allow: 'GET', 'Cache-Control': 'no-store' })) {
    expect(response.headers.get(name)).toBe(value);
  }
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  const text = await response.text();
  expect(text).toMatch(/"more":"\\u009b"\}\n$/);
  expect(JSON.parse(text)).toEqual({ ...problemOf(error, ROOT), more: '\x9b' });
});

describe('the URL in a parameter', () => {
  test('is read with its options', () => {
    expect(readUrlParameter(canonicalize, 'url', '../b', { base: 'gopher://h.example/1/a' })).toBe(
      'gopher://h.example/b',
    );
  });

  test('that is wrong is a fault of the parameter', () => {
    expect(() => readUrlParameter(canonicalize, 'a', 'x', {})).toThrow(
      expect.objectContaining({
        problem: 'invalid-url',
        faults: [expect.objectContaining({ code: 'scheme-missing', parameter: 'a' })],
        input: 'x',
      }),
    );
  });

  test('whose base is wrong is a fault of the base', () => {
    const error = expect.objectContaining({
      problem: 'invalid-parameter',
      faults: [expect.objectContaining({ code: 'scheme-missing', parameter: 'base' })],
      input: null,
    });
    expect(() => readUrlParameter(canonicalize, 'a', '#', { base: 'x' })).toThrow(error);
    expect(() => checkBase({ base: 'x' })).toThrow(error);
    expect(checkBase({ base: 'go:x' })).toBeUndefined();
    expect(checkBase({})).toBeUndefined();
  });

  test('passes other errors on', () => {
    const fail = () => {
      throw new TypeError('a defect');
    };
    expect(() => readUrlParameter(fail, 'url', 'x', {})).toThrow(new TypeError('a defect'));
  });

  test('has a scheme for the log only if that is known', () => {
    expect(['gopher', 'sesame', ''].map(loggedScheme)).toEqual(['gopher', 'unknown', 'unknown']);
  });
});
