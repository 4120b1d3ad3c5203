/** The facts of each opener that pages, parameters and checks are made from, as people and programs see them. */
import { describe, expect, test } from 'vitest';
import type { AnyOpener, OpenerOption } from '../../../src/open/contract.ts';
import { openerOf, openers } from '../../../src/open/registry.ts';
import { SETTINGS } from './context.ts';

/** Everything about an opener that does not depend on a link. */
const factsOf = (opener: AnyOpener) => ({
  kind: opener.kind,
  schemes: opener.schemes.join(' '),
  name: [opener.name, ...Object.values(opener.schemeNames ?? {})].join(', '),
  protocol: opener.protocol,
  shapes: opener.shapes.join(' '),
  options: Object.entries(opener.options ?? {}).map(
    ([name, { values, isRepeated }]) => `${name}=${values.join('|')}${isRepeated ? ', repeated' : ''}`,
  ),
  searchFields: Object.keys(opener.searchFields?.fields ?? {}),
  fields: Object.keys(opener.fields ?? {}),
  is: FLAGS.filter((flag) => opener[flag]),
  mostRedirects: opener.mostRedirects,
  needsServer: opener.needsServer?.(SETTINGS),
  spelling: opener.spelling?.parameter,
  home: opener.trail?.home,
  browse: opener.trail?.browse,
  can: CALLS.filter((call) => opener[call] !== undefined),
});

const FLAGS = ['hasMixedCharsets', 'sharesProtocol', 'usesDatagrams', 'sendsUserInfo', 'hasNoStatus'] as const;
const CALLS = ['search', 'check', 'logIn', 'isAnonymous', 'isPersonal', 'vary', 'servers'] as const;

type Facts = ReturnType<typeof factsOf>;

/** The facts of an opener that has nothing special. */
const PLAIN: Omit<Facts, 'kind' | 'schemes' | 'name' | 'shapes'> = {
  protocol: null,
  options: [],
  searchFields: [],
  fields: [],
  is: [],
  mostRedirects: undefined,
  needsServer: undefined,
  spelling: undefined,
  home: undefined,
  browse: undefined,
  can: [],
};

const NEWS = {
  name: 'News',
  protocol: 'NNTP',
  needsServer: 'newsServer',
  spelling: 'literal',
  home: { text: 'news', url: 'news:*' },
  can: ['check', 'servers'],
} as const satisfies Partial<Facts>;

test.each<[string, Partial<Facts>]>([
  [
    'http',
    {
      ...{ schemes: 'http https', name: 'Web', protocol: 'HTTP', shapes: 'file octets' },
      ...{ is: ['sendsUserInfo'], mostRedirects: 20, can: ['check'] },
    },
  ],
  [
    'dict',
    {
      ...{ schemes: 'dict', name: 'DICT', protocol: 'DICT', shapes: 'text listing' },
      ...{ searchFields: ['search', 'database', 'strategy'], can: ['search'] },
    },
  ],
  ['finger', { schemes: 'finger', name: 'Finger', shapes: 'text', is: ['hasNoStatus'] }],
  [
    'ftp',
    {
      ...{ schemes: 'ftp ftps', name: 'FTP', protocol: 'FTP', shapes: 'listing file' },
      ...{ options: ['tls=explicit, repeated'], can: ['check', 'logIn', 'isAnonymous', 'isPersonal'] },
    },
  ],
  [
    'go',
    {
      ...{ schemes: 'go', name: 'CNRP', protocol: 'HTTP', shapes: 'names', needsServer: 'cnrpServices' },
      ...{ is: ['sharesProtocol'], can: ['check', 'vary', 'servers'] },
    },
  ],
  [
    'gopher',
    {
      ...{ schemes: 'gopher gophers', name: 'Gopher, Gopher over TLS', protocol: 'gopher' },
      shapes: 'moved menu text download octets values',
      ...{ searchFields: ['search'], fields: ['field.*', 'return', 'help'], is: ['hasMixedCharsets'] },
      can: ['search', 'check', 'isPersonal', 'servers'],
    },
  ],
  ['terminal', { schemes: 'telnet rlogin tn3270', name: 'Terminal', shapes: 'session', can: ['check', 'isPersonal'] }],
  [
    'wais',
    {
      ...{ schemes: 'wais', name: 'WAIS', shapes: 'results text message file', options: ['hits=40|100|200|500'] },
      ...{ searchFields: ['search'], can: ['search', 'check'] },
    },
  ],
  [
    'prospero',
    {
      ...{ schemes: 'prospero', name: 'Prospero', shapes: 'listing file', is: ['usesDatagrams'] },
      ...{ searchFields: ['search', 'match'], can: ['search', 'check'] },
    },
  ],
  ['mailto', { schemes: 'mailto', name: 'Mail', shapes: 'draft', can: ['check', 'isPersonal'] }],
  [
    'news',
    {
      ...{ ...NEWS, schemes: 'news snews nntp nntps', shapes: 'groups group article thread' },
      browse: 'Browse all newsgroups',
    },
  ],
  ['mid', { ...NEWS, schemes: 'mid', shapes: 'article' }],
])('the opener of %s links', (kind, facts) => {
  const found = openers.filter((opener) => opener.kind === kind).map(factsOf);
  expect(found).toEqual([{ ...PLAIN, kind, ...facts }]);
});

test('each scheme has one opener', () => {
  const schemes = openers.flatMap((opener) => opener.schemes.map((scheme) => [scheme, opener] as const));
  for (const [scheme, opener] of schemes) expect([scheme, openerOf(scheme)]).toEqual([scheme, opener]);
  expect([openerOf('cid'), openerOf('urn')]).toEqual([undefined, undefined]);
});

describe('every sentence for documents is there:', () => {
  const about = ({ options, searchFields, fields, spelling }: AnyOpener): readonly string[] => [
    ...Object.values(options ?? {}).map((option: OpenerOption) => option.about),
    ...(searchFields === undefined ? [] : [searchFields.unfit, ...Object.values(searchFields.fields)]),
    ...Object.values(fields ?? {}),
    ...(spelling === undefined ? [] : [spelling.about]),
  ];

  test.each(openers.map((opener) => [opener.kind, opener] as const))('%s', (_kind, opener) => {
    for (const sentence of about(opener)) expect(sentence).toMatch(/^[A-Z`].*\.$/);
  });
});
