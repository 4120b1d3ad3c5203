/** The links that the explorer offers to open are those that `/r` leads somewhere. */
import { describe, expect, test } from 'vitest';
import { explain, schemes } from '../../../../src/index.ts';
import { destinationOf, openedLinks } from '../../../../worker/gateway/contract/destination.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { opensHere } from '../../../../worker/pages/explorer/actions.tsx';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };

const links = [
  ...[...schemes.values()].map(({ example }) => example),
  ...['go:x', 'go://h.example?x', 'foo:x', 'gemini://h.example/', 'gopherx:a', 'javascript:alert(1)'],
  ...['urn:isbn:0395363411', 'urn:nbn:de:a-1', 'urn:issn:0028-0836'],
  ...['afs://andrew.cmu.edu/a', 'afs://andrew.cmu.education/a', 'cid:a@b.example', 'rlogin://h.example/'],
];

describe.each([
  ['the defaults', {}],
  [
    'every setting',
    {
      TERMINALS: 'on',
      GATEWAYS: { gemini: 'https://portal.example/{+authority}/{+path}', rlogin: 'none', wais: 'none' },
      AFS_WEB: { 'andrew.cmu.edu': 'https://web.example/afs' },
      CNRP_SERVICES: 'names.example',
      URN_RESOLVERS: 'isbn nbn',
      PROSPERO_RELAY: 'http://127.0.0.1:1526',
      PROSPERO_RELAY_SECRET: 'secret',
    },
  ],
])('with %s', (_, settings) => {
  const environment = environmentOf({ ASSETS, ...settings }, builtInGateways);

  test.each(links)('%s', (url) => {
    const link = explain(url);
    const { kind } = destinationOf(link, environment);
    expect(opensHere(link, openedLinks(environment))).toBe(kind !== 'none' && kind !== 'unsafe');
  });
});

test.each([
  ['news:a.b', 'none'],
  ['mid:a@b.example', 'none'],
  ['news://h.example/a.b', 'gateway'],
  ['go:x', 'none'],
  ['go://?x', 'none'],
  ['go://h.example?x', 'gateway'],
])('without settings, %s leads to: %s', (url, kind) => {
  expect(destinationOf(explain(url), environmentOf({ ASSETS }, builtInGateways)).kind).toBe(kind);
});
