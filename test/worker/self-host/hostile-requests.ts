/**
 * Requests of clients that lie about where they are: hosts, what proxies report, and targets. Each table has what a
 * service answers whose only public host is `own`. They are sent as octets, because no client would write them.
 */
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Octets that a host cannot have (RFC 3986 §3.2.2), without the ends of lines, which end a header. */
const FOREIGN_OCTETS = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter(
  (octet) => !/[\w.:[\]\r\n-]/.test(octet),
);

/** Hosts that are none. */
export const malformedHosts = (own: string): readonly string[] => [
  ...FOREIGN_OCTETS.map((octet) => `localhost${octet}x`),
  // Blanks around a value do not belong to it.
  ...FOREIGN_OCTETS.filter((octet) => octet > ' ').flatMap((octet) => [`${octet}${own}`, `${own}${octet}`]),
  ...['', ',', '@', ':', ':80', '/', '//', `//${own}`, `http://${own}`, `http://${own}/`, `${own}/`, `${own}/#`],
  ...[`${own}/gopher/localhost/0/x?format=raw#`, `localhost/assets/waypost.js?`, 'localhost#evil.example'],
  ...['evil.example@localhost', 'a@b', `user:password@${own}`, 'localhost:80@evil.example', `evil.example\\@${own}`],
  ...['localhost:65536', 'localhost:99999', 'localhost:000080', 'localhost:-1', 'localhost:+80', 'localhost:8 0'],
  ...['localhost:80:80', 'localhost::80', 'localhost:0x50', 'localhost:\u00b2'],
  ...['%6cocalhost', 'localhos%74', 'local%68ost', '%00localhost', 'localhost%00', 'localhost%2f', 'localhost%23'],
  ...['a,b', `${own}, ${own}`, `${own}, evil.example`, `evil.example, ${own}`, `${own} evil.example`, `${own}\t:80`],
  ...['[::1', '::1', '::1]', '[::1]x', '[x]', '[]', '[[::1]]', '[::1]:x', '[::1]:65536', '[::1%25lo]', '[fe80::1%lo]'],
  ...['[::g]', '[1:2:3:4:5:6:7]', '[1:2:3:4:5:6:7:8:9]', '[::1::]', '[v1.x]', '[127.0.0.1]', '[::127.0.0.256]'],
  ...['256.0.0.1', '127.0.0.0x100', '1.2.3.4.5', '127.0.0.1.0', '999.1.1.1', '4294967296', '0x100000000', 'h.0xg.1'],
  ...['*', '*.example', '"localhost"', "'localhost'", '<localhost>', '{localhost}', '$host', '`id`'],
  ...['a'.repeat(255), `${'a.'.repeat(130)}example`, 'a'.repeat(20_000), `localhost:${'0'.repeat(1000)}80`],
];

/** Hosts that are not ours. */
export const foreignHosts = (own: string): readonly string[] => [
  ...[
    'evil.example',
    'EVIL.EXAMPLE',
    'evil.example:80',
    'evil.example.',
    `x${own}`,
    `${own.replace(/:.*/, '')}.evil.example`,
  ],
  ...[`.${own}`, `www.${own}`, `-${own}`],
  ...['localhost.', 'localhost.evil.example', 'localhosts', 'local_host', 'local-host', 'localhost.localdomain'],
  ...['127.0.0.1.evil.example', '127.0.0.1.nip.io', '128.0.0.1', '126.255.255.255', '0.0.0.0', '0', '10.0.0.5'],
  ...['192.168.0.1', '169.254.169.254', '2130706431', '0x80.1', '0300.1', '[::]', '[::2]', '[::127.0.0.1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fd00::1]', '[2001:db8::1]', '[64:ff9b::127.0.0.1]'],
  ...['xn--a', 'xn--evil', 'under_score', 'null', 'undefined', 'a', '-', 'a'.repeat(254), 'metadata.google.internal'],
];

/** Hosts that are ours, or this machine. */
export const ownHosts = (own: string): readonly string[] => [
  ...[own, own.toUpperCase(), ` ${own}`, `${own}\t `],
  ...['localhost', 'LocalHost', 'localhost:1', 'localhost:', '127.0.0.1', '127.0.0.1:65535', '127.255.255.255'],
  ...['127.1', '0x7f.1', '0177.0.0.1', '2130706433', '[::1]', '[::1]:8080', '[0:0:0:0:0:0:0:1]', '[::0001]'],
];

/** Schemes of which nothing may be believed. */
const SCHEMES = (own: string): readonly string[] => [
  ...['http', 'HTTP', 'HTTPS', 'Https', 'ftp', 'javascript', 'data', 'file', 'ws', 'wss', 'on', '1', '', '"https"'],
  ...['https:', 'https://', 'https/', 'https#', 'https?', 'https;', 'https x', 'xhttps', 'https\t,', 'https\u00e9'],
  ...['https, http', 'http, https', 'https,https', 'http%73', 'https%00', "https'", '//', ':', '#', '@', 'a b'],
  ...[`http://${own}`, `https://${own}/`, `http://${own}/#`, `http://${own}/opensearch.xml#`, `https://${own}/?`],
  ...['http://localhost/#', 'http://localhost:8080/assets/waypost.js#', 'https://evil.example/', 'x'.repeat(20_000)],
];

/** What clients say about the address of a request that it does not have. The scheme stays http, the host is ours. */
export const falseReports = (own: string): readonly (readonly string[])[] => [
  ...SCHEMES(own).map((scheme) => [`X-Forwarded-Proto: ${scheme}`]),
  ...[
    ['https', 'http'],
    ['http', 'https'],
    ['https', 'https'],
    ['https', ''],
  ].map((schemes) => schemes.map((scheme) => `X-Forwarded-Proto: ${scheme}`)),
  ...['evil.example', 'localhost', `${own}, evil.example`, 'a@b', 'localhost"x', '', '/', 'evil.example:80'].flatMap(
    (host) => [
      [`X-Forwarded-Host: ${host}`],
      [`X-Host: ${host}`],
      [`X-Original-Host: ${host}`],
      [`Forwarded: for=203.0.113.1;host="${host}";proto=https`],
    ],
  ),
  ...['host=evil.example;proto=https', 'proto=https', 'proto="http://localhost/#"', ';', 'for="[::1]:80"', ',,,'].map(
    (forwarded) => [`Forwarded: ${forwarded}`],
  ),
  ...['203.0.113.1', 'unknown', '', ',', '[::1]:80', '\u00e9\u00ff', '127.0.0.1', '9'.repeat(20_000)].flatMap(
    (client) => [[`X-Forwarded-For: ${client}`], [`CF-Connecting-IP: ${client}`], [`X-Real-IP: ${client}`]],
  ),
  ...['X-Forwarded-Scheme: https', 'X-Forwarded-Protocol: https', 'X-Forwarded-Ssl: on', 'Front-End-Https: on'].map(
    (header) => [header],
  ),
  ...['X-Url-Scheme: https', 'X-Scheme: https', 'CF-Visitor: {"scheme":"https"}', 'X-Forwarded-Port: 443'].map(
    (header) => [header],
  ),
  ...['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Forwarded-Prefix', 'X-Forwarded-Server'].map((name) => [
    `${name}: http://localhost/health`,
  ]),
  // Headers of the runtime of `npm start`, which obeys them.
  ...['MF-Original-URL: http://localhost/health', 'MF-Original-Hostname: evil.example', 'MF-Route-Override: x'].map(
    (header) => [header],
  ),
  ...[
    'MF-CF-Blob: {"waypostScheme":"https"}',
    'MF-Custom-Fetch-Service: x',
    'mf-op: GET',
    'MF-Proxy-Shared-Secret: x',
  ].map((header) => [header]),
];

/** Targets, and whole request lines, with the statuses that they may have for an own host. */
export const targets = (own: string): readonly (readonly [line: string, status: RegExp])[] => [
  // Which host is asked for, `Host` says: workerd hands no other on.
  ...['http', 'https', 'HTTP', 'gopher'].map((scheme) => [`GET ${scheme}://${own}/opensearch.xml`, /^200$/] as const),
  ...['evil.example', 'a@b', '', 'localhost"x', '[::1'].map(
    (host) => [`GET http://${host}/opensearch.xml`, /^[24]0[0-4]$/] as const,
  ),
  ...[
    '//evil.example/opensearch.xml',
    '/\\evil.example/',
    '/%',
    '/%00',
    '/%ff%fe',
    '/..%2f..%2fx',
    '/\u00e9',
    '///',
  ].map((target) => [`GET ${target}`, /^40[04]$/] as const),
  ...['@evil.example/', ':80/', '.evil.example/', '?q', '*', '\\', '#', '%'].map(
    (target) => [`GET ${target}`, /^400$/] as const,
  ),
  ...['OPTIONS *', 'CONNECT', 'get /', 'GET', 'FOO /', 'GET  /', 'PRI *'].map(
    (line) => [line, /^(?:4\d\d|501)?$/] as const,
  ),
  ['TRACE /opensearch.xml', /^405$/],
  // workerd answers before anything else can.
  ['CONNECT evil.example:443', /^200$/],
];

/** A request for a host, with more headers. `null` = without the header. */
export function requestFor(host: string | null, headers: readonly string[] = [], line = 'GET /opensearch.xml'): string {
  const lines = [`${line} HTTP/1.1`, ...(host === null ? [] : [`Host: ${host}`]), ...headers, 'Connection: close'];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** What was answered, in short. */
export interface Answered {
  /** Empty = the connection ended without one. */
  readonly status: string;
  /** The address of the service in `/opensearch.xml`; `null` in other answers. */
  readonly address: string | null;
}

/** Sends octets, and returns what comes back until the end. */
export async function answerTo(octets: string, port: number, open: () => Socket = () => connect(port, '127.0.0.1')) {
  const socket = open();
  // Not all servers answer a client that has closed its half of the connection.
  socket.write(octets, 'latin1');
  return readAnswer(await text(socket).catch(() => ''));
}

function readAnswer(answer: string): Answered {
  return {
    status: /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? '',
    address: addressIn(answer),
  };
}

/** The address of the service in `/opensearch.xml`; `null` in other answers. */
export function addressIn(answer: string): string | null {
  return /template="([^"?]*)\/r\?/.exec(answer)?.[1] ?? null;
}
