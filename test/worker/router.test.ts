/** The route of a path, and its params. */
import { describe, expect, test } from 'vitest';
import { describeApi } from '../../worker/build/openapi/document.ts';
import { parseGatewayPath } from '../../worker/gateway/contract/gateway-path.ts';
import { pathOf } from '../../worker/http/address.ts';
import { routes } from '../../worker/index.ts';
import { GATEWAY_PATTERN, routerOf } from '../../worker/router.ts';
import { restOf } from '../../worker/routes/open.ts';
import { version } from '../../worker/version.ts';

const find = routerOf(routes);

async function matchOf(path: string) {
  const match = await find(`https://waypost.example${path}`);
  if (match === null) return null;
  return { pattern: match.pattern, params: { ...match.params } };
}

describe('a path without parameters', () => {
  test.each(Object.keys(routes).filter((pattern) => !pattern.includes('{')))('%s is its own route', async (path) => {
    expect(await matchOf(path)).toEqual({ pattern: path, params: {} });
    expect(await matchOf(`${path}?url=go:x&slug=y`)).toEqual({ pattern: path, params: {} });
  });
});

describe('a gateway path', () => {
  test.each([
    ['/gopher/h.example:7070/1/world?format=json', 'gopher://h.example:7070/1/world'],
    ['/gopher/h.example/1%2Fa%20b', 'gopher://h.example/1%2Fa%20b'],
    ['/gopher/h.example/1a/../b//', 'gopher://h.example/1a/../b//'],
    ['/ftp/h.example', 'ftp://h.example'],
    ['/news/~/comp.lang.c', 'news:comp.lang.c'],
    ['/gopher/h.example/../../../v1/resolve', 'gopher://h.example/../../../v1/resolve'],
    ['/gopher/h.example/%2e%2E/\\..\\x', 'gopher://h.example/%2e%2E/\\..\\x'],
    ['/prospero/h.example///', 'prospero://h.example///'],
  ])('%s opens %s, unchanged', async (path, link) => {
    expect((await matchOf(path))?.pattern).toBe(GATEWAY_PATTERN);
    expect(parseGatewayPath(pathOf(`https://waypost.example${path}`))?.link).toBe(link);
  });

  test.each(['/gopher', '/gopher/', '/gopher//x', '/http/h.example/', '/GOPHER/h.example/'])(
    '%s is not a gateway path',
    async (path) => expect((await matchOf(path))?.pattern).not.toBe(GATEWAY_PATTERN),
  );
});

describe('/u/{url}', () => {
  test.each([
    'gopher://h.example/7search?one%20two&three#',
    'gopher%3A%2F%2Fh.example%2F1a%2509b',
    'http://h.example/a/../b//c/?',
    'ftp://h.example/%2e%2e/\\x',
    'gopher://h.example/../../../../u/',
    '',
  ])('takes %j exactly as it was sent', async (url) => {
    expect((await matchOf(`/u/${url}`))?.pattern).toBe('/u/{url}');
    expect(restOf(`https://waypost.example/u/${url}`)).toBe(url);
  });
});

describe('a path with parameters', () => {
  test.each([
    ['/v1/links/0123456789?x=1', '/v1/links/{slug}', '0123456789'],
    ['/v1/links/%6Fld-menu', '/v1/links/{slug}', '%6Fld-menu'],
    ['/0123456789', '/{slug}', '0123456789'],
    ['/0123456789?x=1', '/{slug}', '0123456789'],
    ['/0123456789+', '/{slug}', '0123456789+'],
    ['/0123456789.svg', '/{slug}', '0123456789.svg'],
    ['/%2Bx', '/{slug}', '%2Bx'],
    ['/gopher', '/{slug}', 'gopher'],
    ['/u', '/{slug}', 'u'],
    ['/constructor', '/{slug}', 'constructor'],
    ['/__proto__', '/{slug}', '__proto__'],
    ['/{slug}', '/{slug}', '{slug}'],
    ['/%36abc', '/{slug}', '%36abc'],
    ['/0123456789/', '/{slug}', '0123456789'],
    ['/0123456789/?x=1', '/{slug}', '0123456789'],
    ['/v1/links/a.b~c', '/v1/links/{slug}', 'a.b~c'],
    ['/..', '/{slug}', '..'],
  ])('%s is %s', async (path, pattern, slug) => {
    expect(await matchOf(path)).toEqual({ pattern, params: { slug } });
  });

  test('an export or an import is not a slug', async () => {
    expect((await matchOf('/v1/links/export'))?.pattern).toBe('/v1/links/export');
    expect((await matchOf('/v1/links/import'))?.pattern).toBe('/v1/links/import');
  });
});

test.each([
  '/v1/links/',
  '/v1/links/abc/',
  '/v1/resolve/',
  '//',
  '/abc//',
  '//abc',
  '//v1/resolve',
  '/a/b',
  '/v1/links/a/b',
  '///',
  '//[',
  '/v1/links/../links/a',
])('%s is not found', async (path) => expect(await matchOf(path)).toBeNull());

test('the OpenAPI description has the paths and methods of the table, and no others', () => {
  const served = Object.entries(routes).flatMap(([path, route]) => Object.keys(route).map((method) => [path, method]));
  const described = Object.entries(describeApi(version).paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => [path, method.toUpperCase()]),
  );
  expect(described.sort()).toEqual(served.sort());
});
