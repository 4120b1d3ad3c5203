/** The JSON of each gateway matches its schema in the OpenAPI description. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEgressPolicy } from '../../../../src/egress/policy.ts';
import { describeApi } from '../../../../worker/build/openapi/document.ts';
import { openedAnswers } from '../../../../worker/build/openapi/opened.ts';
import { gateways } from '../../../../worker/gateway/open/built-in.ts';
import { type RunningRelay, startRelay } from '../../../../worker/relay/relay.ts';
import { version } from '../../../../worker/version.ts';
import { startCnrp } from '../../../servers/cnrp.ts';
import { startCso } from '../../../servers/cso.ts';
import { startDict } from '../../../servers/dict.ts';
import { startFinger } from '../../../servers/finger.ts';
import { startFtp } from '../../../servers/ftp.ts';
import { startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import { type RunningProspero, startProspero } from '../../../servers/prospero.ts';
import { startWais } from '../../../servers/wais.ts';
import { startGateway } from '../../gateway/worker.ts';
import type { RunningWorker } from '../../harness.ts';
import { type Description, descriptionOf, validateAs } from './description.ts';

/** Servers by their protocols, and two FTP servers whose listings differ. */
type ServerName = 'gopher' | 'cso' | 'news' | 'wais' | 'cnrp' | 'finger' | 'dict' | 'facts' | 'eplf';

let servers: Readonly<Record<ServerName, RunningServer>>;
let prospero: RunningProspero;
let relay: RunningRelay;
let worker: RunningWorker;
let description: Description;

beforeAll(async () => {
  servers = {
    gopher: await startGopher({}),
    cso: await startCso(),
    news: await startNntp({ many: 1000 }),
    facts: await startFtp(),
    wais: await startWais(),
    cnrp: await startCnrp(),
    finger: await startFinger(),
    dict: await startDict(),
    eplf: await startFtp({ mlsd: false, listing: 'eplf' }),
  };
  prospero = await startProspero();
  const secret = 'a secret of the tests';
  relay = await startRelay({
    ...{ secret, port: 0 },
    policy: parseEgressPolicy({ EGRESS_ALLOW: `localhost:${prospero.port}` }),
  });
  worker = await startGateway([...Object.values(servers), prospero], {
    NEWS_SERVER: `localhost:${servers.news.port}`,
    ...{ PROSPERO_RELAY: relay.origin, PROSPERO_RELAY_SECRET: secret },
    CNRP_SERVICES: `localhost:${servers.cnrp.port}, localhost:${servers.gopher.port}`,
  });
  description = await descriptionOf(worker);
});

afterAll(async () => {
  await worker?.close();
  await relay?.close();
  await prospero?.close();
  await Promise.all(Object.values(servers ?? {}).map((server) => server.close()));
});

const draft = encodeURIComponent('mailto:a@h.example?subject=Tea&bcc=b@h.example&attach=x');
const articles = ['attachment.1', 'bare.1', 'inline.1', 'no-archive.1', 'raw-latin.1', 'uuencoded.1', 'veronica.3'];

const waisPlace = ['museum%3A210', '%2Fmuseum%2Fwais%2Fdb', 'description%20history'];
const waisDescription = `${[...waisPlace, ...waisPlace].map((value, index) => `${index + 1}=${value};`).join('')}7=%00;`;

/** Paths with the names of their schemas. The name of a server is replaced by its authority. */
const rows: readonly (readonly [path: string, schema: string])[] = [
  ['/gopher/{gopher}/', 'GopherMenu'],
  ['/gopher/{gopher}/1/horrors', 'GopherMenu'],
  ['/gopher/{gopher}/1/gallery', 'GopherMenu'],
  ['/gopher/{gopher}/7/search%09gopher', 'GopherMenu'],
  ['/gopher/{gopher}/0/charsets/letter.txt', 'GopherText'],
  ['/gopher/{gopher}/M/gallery/mail.eml', 'GopherMail'],
  ['/gopher/{gopher}/7/search', 'GopherSearch'],
  ['/gopher/{gopher}/9/large/3MB.bin', 'GopherFile'],
  ['/gopher/{cso}/2', 'GopherPhoneBook'],
  ['/gopher/{cso}/2?field.name=Doe&return=all', 'GopherPhoneBook'],
  ['/gopher/{cso}/2?field.name=nobody', 'GopherPhoneBook'],
  ['/gopher/{gopher}/8guest', 'GopherSession'],
  ['/gopher/{gopher}/T', 'GopherSession'],
  ['/gopher/{gopher}/0/plus/motto%09%09!', 'GopherAttributes'],
  ['/gopher/{gopher}/1/plus%09%09$', 'GopherAttributes'],
  ['/gopher/{gopher}/0/plus/visitors-book%09%09%3F', 'GopherForm'],
  ['/news/~/*', 'NewsGroups'],
  ['/news/~/none.*', 'NewsGroups'],
  ['/news/~/museum.history', 'NewsGroup'],
  ['/news/~/museum.curiosities', 'NewsGroup'],
  ['/news/~/museum.empty', 'NewsGroup'],
  ['/news/~/museum.deluge?to=500', 'NewsGroup'],
  ['/nntp/~/museum.history/6', 'NewsArticle'],
  ['/nntp/~/museum.history/6/thread', 'NewsDiscussion'],
  ['/news/~/veronica.1@museum.test/thread', 'NewsDiscussion'],
  ...articles.map((name) => [`/news/~/${name}@museum.test`, 'NewsArticle'] as const),
  ['/news/~/attachment.1@museum.test/part/3?format=json', 'NewsPart'],
  [`/open?url=${draft}`, 'Draft'],
  ['/wais/{wais}/', 'WaisSearch'],
  ['/wais/{wais}/history', 'WaisSearch'],
  ['/open?url=wais%3A%2F%2F{wais}%2Fhistory%3Fwais', 'WaisSearch'],
  [`/wais/{wais}/history/TEXT/${waisDescription}`, 'WaisText'],
  ['/wais/{wais}/history/GIF/3=x;', 'WaisFile'],
  ...['?fidonet;x-size=3', '?elsewhere', '?id=00133', ''].map(
    (query) => [`/open?url=${encodeURIComponent('go://')}{cnrp}${encodeURIComponent(query)}`, 'CnrpNames'] as const,
  ),
  // The second service is none, and is left out.
  ['/open?url=go:fidonet', 'CnrpNames'],
  ['/open?url=prospero%3A%2F%2F{prospero}%2F%2Fmuseum', 'ProsperoDirectory'],
  ['/open?url=prospero%3A%2F%2F{prospero}%2F%2Fmuseum%2Funions', 'ProsperoDirectory'],
  ['/open?url=prospero%3A%2F%2F{prospero}%2F%2Fmuseum%2Fwelcome.txt', 'Text'],
  ['/prospero/{prospero}/ARCHIE', 'ProsperoDirectory'],
  ['/finger/{finger}/', 'Text'],
  ['/finger/{finger}/curator', 'Text'],
  ['/dict/{dict}/d:gopher:*', 'DictDefinitions'],
  ['/dict/{dict}/m:go:*:prefix', 'DictWords'],
  ['/dict/{dict}/show:db', 'DictDatabases'],
  ['/dict/{dict}/show:strat', 'DictStrategies'],
  ['/dict/{dict}/', 'DictServer'],
  ['/telnet/{gopher}/', 'TerminalSession'],
  ['/telnet/{gopher}/?user=guest', 'TerminalSession'],
  ['/rlogin/{gopher}/?user=guest', 'TerminalSession'],
  ['/tn3270/{gopher}/', 'TerminalSession'],
  ...(['facts', 'eplf'] as const).flatMap((server) =>
    ['/', '/pub/', '/pub/names/', '/pub/empty/'].flatMap((path) =>
      ['FtpDirectory', 'Listing'].map((schema) => [`/ftp/{${server}}${path}`, schema] as const),
    ),
  ),
];

test.each(rows)('%s is a %s', async (row, schema) => {
  const path = row.replace(/\{(\w+)\}/, (_, name: ServerName | 'prospero') => {
    return `localhost:${name === 'prospero' ? prospero.port : servers[name].port}`;
  });
  const response = await worker.fetch(path, { headers: { Accept: 'application/json' } });
  expect(response.status).toBe(200);
  const described = description.components.schemas[schema];
  expect(described).toBeDefined();
  const { valid, errors } = validateAs(description, described ?? {}, await response.json());
  expect([valid, errors]).toEqual([true, []]);
});

test('every schema of an answer is tested', () => {
  expect(new Set(rows.map(([, schema]) => schema))).toEqual(new Set(Object.keys(openedAnswers)));
});

test('every parameter of a gateway is described', () => {
  const named = new Set(
    ['/open', '/{scheme}/{authority}/{path}'].flatMap((path) =>
      (describeApi(version).paths[path]?.get?.parameters ?? []).map(({ name }) => name),
    ),
  );
  const read = [...gateways.values()].flatMap(({ parameters }) => parameters ?? []);
  expect(read.filter((name) => !named.has(name))).toEqual([]);
  expect([...named]).toEqual(expect.arrayContaining(['login', 'images', 'model']));
});
