/** The command lines of both checkouts, from their packages: output, errors, status, WARC files and wire octets. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { authorityPath } from '../servers/certificates.ts';
import { firstDifference, receivedDifference, steady } from './comparable.ts';
import type { Comparison } from './comparison.ts';
import type { Outcome } from './report.ts';
import type { Servers } from './servers.ts';

/** One run of `waypost`. */
interface Invocation {
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Whether several servers are asked at once. */
  readonly unordered?: boolean;
}

/** Every which link is asked about with rarer options, too: each run starts a process. */
const SHARE = 5;

/** What a run has done. */
interface Run {
  readonly outcome: Outcome;
  readonly head: readonly string[];
  readonly stdout: readonly string[];
  /** The files that it wrote, one line after the other. */
  readonly files: readonly string[];
  readonly received: readonly string[];
}

/** A search for names of files. */
const ARCHIE = 'ARCHIE/MATCH(100,0,s)/gopher';

/** Links that `get` and `check` are asked about. */
function linksOf(servers: Servers): readonly string[] {
  const at = servers.at.bind(servers);
  return [
    ...[
      '',
      '1/about',
      '0/about/welcome.txt',
      '9/gallery/lamp.gif',
      'M/gallery/mail.eml',
      '7/search',
      '7/search%09gopher',
      '0/nothing',
      '0/plus/motto%09%09+',
      '0/plus/motto%09%09!',
      '1/plus%09%09$',
      '0/plus/visitors-book%09%09%3F',
      'h/URL:http://h.example/',
      '1/horrors',
      '0/charsets/letter.txt',
      '0/plus/moved%09%09+',
      '8/x',
    ].map((path) => `gopher://${at('gopher')}/${path}`),
    `gophers://${at('gopher')}/`,
    ...['', '%09jane', '%09nobody'].map((words) => `gopher://${at('cso')}/2${words}`),
    `gopher://${at('gopherUmn')}/0/nothing`,
    `gopher://${at('hostile')}/1/menu`,
    ...[
      '',
      'pub/',
      'pub/README',
      'pub/latest',
      'pub/nothing',
      'private/',
      'pub/names/',
      'pub/texts/timeline.txt;type=a',
      'pub/pictures/;type=d',
    ].map((path) => `ftp://${at('ftp')}/${path}`),
    `ftp://curator:museum@${at('ftp')}/private/ledger.txt`,
    `ftp://${at('ftpVms')}/`,
    `ftp://${at('ftpClosed')}/`,
    `ftps://${at('ftpTls')}/pub/README`,
    `ftps://${at('ftpImplicit')}/pub/README`,
    `ftps://${at('ftpImplicit')}/pub/`,
    ...['museum.history', '*', 'museum.nothing', 'museum.private', 'deluge.5@museum.test', 'nothing@museum.test'].map(
      (name) => `news:${name}`,
    ),
    ...['museum.deluge/1-20', 'museum.deluge/5', 'museum.deluge/9999'].map((path) => `nntp://${at('nntp')}/${path}`),
    ...['history', 'history?wais', '', 'diagnostics?AL'].map((path) => `wais://${at('wais')}/${path}`),
    ...['opening.1@museum.test', 'nothing@museum.test'].map((id) => `mid:${id}`),
    ...['/museum', '/museum/welcome.txt', '/museum/more', '/museum/remote', '/nowhere', ARCHIE].map(
      (path) => `prospero://${at('prospero')}/${path}`,
    ),
    ...['?fidonet', '?id=7070', '?nothing-at-all', '?busy'].map((query) => `go://${at('cnrp')}${query}`),
    ...['', 'curator', 'nobody'].map((user) => `finger://${at('finger')}/${user}`),
    ...['', 'd:gopher', 'd:nothing-at-all', 'm:go:*:prefix'].map((path) => `dict://${at('dict')}/${path}`),
    'go:fidonet',
    ...['/', '/text', '/missing', '/old', '/loop', '/to-inside', '/closed'].map((path) => `http://${at('web')}${path}`),
    ...['telnet', 'rlogin'].map((scheme) => `${scheme}://${at('telnet')}/`),
    `tn3270://${at('tn3270')}/`,
    ...[
      'mailto:a@h.example',
      'mid:a@b',
      'file:///etc/motd',
      'javascript:alert(1)',
      'no',
      '',
      'gopher://localhost:7079/',
      'gopher://h/%0d%0a',
      'x-y:z',
    ],
  ];
}

function invocationsOf(servers: Servers): readonly Invocation[] {
  const links = linksOf(servers);
  const news = ['--news-server', servers.at('nntp'), '--name-service', servers.at('cnrp')];
  const lines = links.filter((link) => link !== '');
  return [
    ...links.flatMap((link) => [
      { args: ['get', ...news, link] },
      { args: ['get', '--json', ...news, link] },
      { args: ['get', '--raw', '--warc', 'conversation.warc', ...news, link] },
      { args: ['check', '--pause', '0ms', ...news, link] },
    ]),
    ...links
      .filter((_, index) => index % SHARE === 0)
      .flatMap((link) => [
        { args: ['check', '--report', 'text', '--pause', '0ms', ...news, link] },
        { args: ['get', '--output', 'file', '--warc', 'conversation.warc.gz', ...news, link] },
        { args: ['get', '--public-only', link] },
        { args: ['get', '--charset', 'cp437', ...news, link] },
        { args: ['get', link] },
      ]),
    { args: ['check', '--pause', '0ms', ...news], stdin: lines.join('\n'), unordered: true },
    {
      args: ['check', '--pause', '0ms', '--concurrency', '1', ...news],
      stdin: `${lines.join('\n')}\n`,
      unordered: true,
    },
    ...[
      [],
      ['get'],
      ['get', 'a', 'b'],
      ['get', '--nothing', 'x'],
      ['get', '--raw', '--json', 'go:x'],
      ['check', '--pause', 'x'],
      ['get', '--deadlines', 'x', 'go:x'],
      ['nothing'],
      ['--version'],
      ['--help'],
      ['get', '--help'],
      ['check', '--help'],
      ['get', '--charset', 'x', 'go:x'],
      ['get', '--news-server', '::', 'news:*'],
      ['get', '--output', '/nowhere/x', links[0] ?? ''],
      ['get', '--warc', '/nowhere/x', links[0] ?? ''],
    ].map((args) => ({ args })),
    ...[
      'canonicalize',
      'explain',
      'compare',
      'canonicalize --surt',
      'canonicalize --keep',
      'explain --json',
      'explain --ndjson',
      'canonicalize --unwrap gateways',
      'rewrite --format html',
      'rewrite --format markdown',
    ].map((command) => ({
      args: command.split(' '),
      stdin: lines.map((link) => (command.startsWith('rewrite') ? `<a href="${link}">x</a>` : link)).join('\n'),
    })),
  ];
}

/** Compares the command lines. */
export async function compareCommandLines(comparison: Comparison): Promise<void> {
  const { before, after, report } = comparison;
  const packages = [await before.package(), await after.package()];
  const servers = await comparison.servers();
  for (const invocation of invocationsOf(servers)) {
    const start = Date.now();
    const runs: Run[] = [];
    for (const folder of packages) runs.push(await run(folder, invocation, servers));
    const [one, other] = runs;
    if (one === undefined || other === undefined) throw new Error('there are two packages');
    const what = `waypost ${invocation.args.join(' ')}`;
    report.count({
      what,
      milliseconds: Date.now() - start,
      outcomes: [one.outcome, other.outcome],
      found: [
        ['the status or standard error', firstDifference(what, one.head, other.head)],
        ['standard output', firstDifference(what, one.stdout, other.stdout)],
        ['a file', firstDifference(what, one.files, other.files)],
        ['what servers received', receivedDifference(what, one.received, other.received)],
      ],
    });
  }
}

async function run(
  folder: string,
  { args, stdin = '', unordered = false }: Invocation,
  servers: Servers,
): Promise<Run> {
  const place = mkdtempSync(join(tmpdir(), 'waypost-compare-'));
  servers.forget();
  const child = spawn(process.execPath, [join(folder, 'bin/waypost.js'), ...args], {
    cwd: place,
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: authorityPath },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, 'exit')]);
  const received = (await servers.received()).map(steady);
  const files = ['file', 'conversation.warc', 'conversation.warc.gz'].flatMap((name) => {
    const path = join(place, name);
    if (!existsSync(path)) return [`${name} is not there`];
    const octets = readFileSync(path);
    return name.startsWith('conversation') ? recordLines(octets, name.endsWith('.gz')) : outputLines(octets);
  });
  rmSync(place, { recursive: true });
  const succeeded = child.exitCode === 0;
  return {
    outcome: succeeded ? (received.length > 0 ? 'served' : 'answered') : 'refused',
    head: [`status ${child.exitCode}`, ...outputLines(stderr)],
    stdout: outputLines(stdout),
    files,
    received: unordered ? received.toSorted() : received,
  };
}

/** What changes from run to run in a WARC file, and what it is compared as; the blocks themselves are compared. */
const RECORD_FORMS: readonly (readonly [RegExp, string])[] = [
  [/^(WARC-Block-Digest|Content-Length): .*/gm, '$1: …'],
  // The data ports of FTP, which the system chooses.
  [/\(\|\|\|\d+\|\)/g, '(|||…|)'],
  [/(Passive Mode \(127,0,0,1),\d+,\d+/g, '$1,…'],
];

/** The lines of a WARC file, compressed or not. */
function recordLines(octets: Buffer, isCompressed: boolean): readonly string[] {
  // A run that fails may leave a file without its end.
  const plain = isCompressed ? gunzipSync(octets, { finishFlush: zlib.Z_SYNC_FLUSH }) : octets;
  const text = RECORD_FORMS.reduce((form, [pattern, to]) => form.replace(pattern, to), plain.toString('latin1'));
  return steady(text).split('\n');
}

const outputLines = (octets: Buffer): readonly string[] => steady(octets.toString('latin1')).split('\n');
