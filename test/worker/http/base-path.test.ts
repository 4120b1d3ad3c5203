/** The base path alone: addresses of requests, and the own paths in HTML. */
import { expect, test } from 'vitest';
import { withBasePath, withoutBasePath } from '../../../worker/http/address.ts';

test.each([
  ['https://h.example/waypost/r?url=go:x', '/waypost', 'https://h.example/r?url=go:x'],
  ['https://h.example/waypost', '/waypost', 'https://h.example/'],
  ['https://h.example/waypost?a=/', '/waypost', 'https://h.example/?a=/'],
  ['https://h.example/waypost//x//', '/waypost', 'https://h.example//x//'],
  ['https://h.example/wayposts', '/waypost', null],
  ['https://h.example/another/x', '/waypost', null],
  ['https://h.example/', '/waypost', null],
  ['https://waypost/waypost2/', '/waypost', null],
  ['https://h.example/a/waypost/', '/waypost', null],
  ['https://waypost/waypost/waypost/', '/waypost', 'https://waypost/waypost/'],
  ['https://h.example/r', '', 'https://h.example/r'],
  ['https://h.example', '', 'https://h.example'],
])('%s without %j is %s', (url, basePath, rest) => {
  expect(withoutBasePath(url, basePath)).toBe(rest);
});

test.each(['href', 'src', 'action', 'formaction', 'data-try', 'data-socket'])('%s may have an own path', (name) => {
  const page = `<p ${name}="/a" ${name}="gopher://h/" title="/"><b ${name}="/">`;
  expect(withBasePath(page, '/base')).toBe(`<p ${name}="/base/a" ${name}="gopher://h/" title="/"><b ${name}="/base/">`);
  expect(withBasePath(page, '')).toBe(page);
});
