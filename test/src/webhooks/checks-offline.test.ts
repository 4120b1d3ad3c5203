/** Each check of a URL that needs no network: what it finds, says and advises. */
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../src/egress/address.ts';
import {
  type CheckId,
  judge,
  judgeLists,
  judgeTargetPort,
  undecided,
  withAnswers,
} from '../../../src/webhooks/checks.ts';
import { policyOf, type TestOptions } from './policy-of.ts';

const findings = (url: string, options: TestOptions = {}) => judge(url, policyOf(options)).checks;

const GOOD = 'https://hooks.example.com/in';
const REMOVE = 'Remove it: other programs may read it as the end of a line.';
const CREDENTIALS = 'Remove it: it ends up in logs and disguises the real host.';
const FRAGMENT = 'Remove the “#” and everything after it: servers never see it.';
const EXEMPT = 'The operator of this service allows this host and port.';
const LISTED = { egress: { EGRESS_ALLOW: 'localhost:7070 hooks.example.com:7070 10.0.0.0/8:25' } };
/** The runtime looks up names itself. */
const SYSTEM = { egress: { EGRESS_DNS: 'system' } };
const INTENDED = 'Check that this is the intended host.';
const OPEN = [
  'The addresses of the name decide, and they were not looked up.',
  'Look up the name, and check each of its addresses.',
] as const;
const HIDDEN = [
  'The addresses of the name decide, and this service does not look up names itself.',
  'Look up the name yourself, and compare each of its addresses with the lists.',
] as const;

type Row = [url: string, options: TestOptions, pass: boolean | null, detail: string, advice?: string | null];

/** Advice is given for what does not pass, if there is any. */
const checks: readonly (readonly [id: CheckId, rows: readonly Row[]])[] = [
  [
    'well-formed',
    [
      [GOOD, {}, true, 'The URL is canonical.'],
      ['HTTPS://a.example.com', {}, true, 'The URL is valid; its canonical form is https://a.example.com/.'],
      ['https://a b/', {}, false, 'The URL is invalid from character 10 on.', expect.stringMatching(/\.$/)],
    ],
  ],
  [
    'scheme',
    [
      [GOOD, {}, true, 'The scheme is https.'],
      ['http://a.org/', {}, false, 'The scheme is http.', 'Use https.'],
      ['ftp://a.org/', { schemes: ['http', 'https'] }, false, 'The scheme is ftp.', 'Use http or https.'],
      ['javascript:x', { schemes: ['javascript'] }, false, ...code('javascript')],
      ['data:,x', {}, false, ...code('data')],
    ],
  ],
  [
    'host-present',
    [
      [GOOD, {}, true, 'The host is hooks.example.com.'],
      ['mailto:a@b.org', {}, false, 'The URL has no host.', 'Name the server to call.'],
      ['file:///etc/passwd', {}, false, 'The URL has no host.', 'Name the server to call.'],
    ],
  ],
  [
    'no-credentials',
    [
      [GOOD, {}, true, 'The URL has no user name or password.'],
      ['https://user@a.org/', {}, false, 'The URL has a user name before the host.', CREDENTIALS],
      ['https://user:x@a.org/', {}, false, 'The URL has a password before the host.', CREDENTIALS],
      ['https://:x@a.org/', {}, false, 'The URL has a password before the host.', CREDENTIALS],
      ['https://user@a.org/', { allowCredentials: true }, true, 'The URL has a user name before the host.'],
      ['https://user:x@a.org/', { allowCredentials: true }, true, 'The URL has a password before the host.'],
    ],
  ],
  [
    'no-fragment',
    [
      [GOOD, {}, true, 'The URL has no fragment.'],
      ['https://a.org/#', {}, false, 'The URL has a fragment.', FRAGMENT],
      ['https://a.org/#x', {}, false, 'The URL has a fragment.', FRAGMENT],
      ['https://a.org/#x', { allowFragment: true }, true, 'The URL has a fragment.'],
    ],
  ],
  [
    'no-control-characters',
    [
      [GOOD, {}, true, 'The URL has no control characters.'],
      ['https://a.org/%20', {}, true, 'The URL has no control characters.'],
      ['https://a.org/\n', {}, false, 'Character 15 is a control character, U+000A.', REMOVE],
      ['https://a.org/\u202e', {}, false, 'Character 15 is a control character, U+202E.', REMOVE],
      ...['%00', '%0A', '%1F', '%7F'].map(
        (octet): Row => [
          ...([`https://a.org/${octet}`, {}, false] as const),
          ...([`The URL has an escaped control character, ${octet}.`, REMOVE] as const),
        ],
      ),
    ],
  ],
  [
    'host-not-obfuscated',
    [
      [GOOD, {}, true, 'The host is not disguised.'],
      ['mailto:a@b.org', {}, null, 'The URL has no host.'],
      ['file:///x', {}, null, 'The URL has no host.'],
      ...['https://0x7f.1/', 'https:\\\\127.0.0.1/', 'https:///127.0.0.1/', 'https://127.0.0%2e1/'].map(
        (url): Row => [...([url, {}, false, expect.stringMatching(/\.$/), 'Use another host.'] as const)],
      ),
      ['https://0x5db8d822/', {}, false, expect.any(String), 'Write the host as 93.184.216.34.'],
      ['https://１２７.0.0.1/', {}, false, expect.any(String), 'Use another host.'],
      ['https://ａ.org/', {}, false, 'The host uses unusual forms of ASCII letters.', 'Write the host as a.org.'],
      ['https://BÜCHER.org/', {}, true, 'The host is not disguised.'],
    ],
  ],
  [
    'host-allowed',
    [
      [GOOD, {}, true, 'The host is not on a deny list.'],
      ['mailto:a@b.org', {}, null, 'The URL has no host.'],
      [GOOD, { allowHosts: ['example.com'] }, true, 'hooks.example.com is on the list of allowed hosts.'],
      [GOOD, { allowHosts: ['a.org'] }, false, ...notAllowed()],
      [GOOD, { denyHosts: ['example.com'] }, false, ...denied()],
      [
        ...([GOOD, { egress: { EGRESS_DENY: 'example.com' } }, false] as const),
        ...(['The operator of this host asked gateways to leave it alone.', 'Use another host.'] as const),
      ],
      // A name may fall into a block.
      [GOOD, { allowHosts: ['192.0.2.0/24'] }, null, ...OPEN],
      [GOOD, { denyHosts: ['192.0.2.0/24'] }, null, ...OPEN],
      [GOOD, { egress: { EGRESS_DENY: '192.0.2.0/24' } }, null, ...OPEN],
      [
        GOOD,
        { allowHosts: ['192.0.2.0/24', 'example.com'] },
        true,
        'hooks.example.com is on the list of allowed hosts.',
      ],
      ['https://8.8.8.8/', { denyHosts: ['192.0.2.0/24'] }, true, 'The host is not on a deny list.'],
      // Nobody looks up a name in `EGRESS_ALLOW`.
      ['https://localhost:7070/', { ...LISTED, allowHosts: ['127.0.0.1'] }, false, ...notAllowed()],
      // The runtime looks up names itself, and nobody sees the addresses.
      [GOOD, SYSTEM, true, 'The host is not on a deny list.'],
      [GOOD, { ...SYSTEM, denyHosts: ['192.0.2.0/24'] }, null, ...HIDDEN],
      [GOOD, { egress: { ...SYSTEM.egress, EGRESS_DENY: '192.0.2.0/24' } }, null, ...HIDDEN],
      [GOOD, { ...SYSTEM, denyHosts: ['192.0.2.0/24', 'example.com'] }, false, ...denied()],
      [
        ...([
          'https://hooks.example.com:7070/',
          { egress: { ...LISTED.egress, ...SYSTEM.egress }, denyHosts: ['192.0.2.0/24'] },
        ] as const),
        ...([true, 'The host is not on a deny list.'] as const),
      ],
      ['https://8.8.8.8/', { ...SYSTEM, denyHosts: ['192.0.2.0/24'] }, true, 'The host is not on a deny list.'],
    ],
  ],
  [
    'not-our-own-host',
    [
      [GOOD, {}, true, 'The host is not this service.'],
      ['mailto:a@b.org', {}, null, 'The URL has no host.'],
      [GOOD, { ownHosts: ['Hooks.example.com'] }, false, 'The URL leads back to this service.', 'Use another host.'],
      ['https://a.org./', { ownHosts: ['a.org'] }, false, 'The URL leads back to this service.', 'Use another host.'],
      ['https://hooks.example.com:7070/', { ...LISTED, ownHosts: ['hooks.example.com'] }, true, EXEMPT],
    ],
  ],
  [
    'public-address',
    [
      [GOOD, {}, true, 'The name is a public DNS name.'],
      ['https://8.8.8.8/', {}, true, 'The address is on the public Internet.'],
      ['mailto:a@b.org', {}, null, 'The URL has no host.'],
      ['https://10.0.0.1/', {}, false, expect.stringContaining('RFC 1918'), 'Use a host on the public Internet.'],
      ['https://localhost:7070/', LISTED, true, EXEMPT],
      ['https://localhost:7071/', LISTED, false, expect.any(String), 'Use a host on the public Internet.'],
    ],
  ],
  [
    'port',
    [
      [GOOD, {}, true, 'The port is 443.'],
      ['mailto:a@b.org', {}, null, 'The scheme has no ports.'],
      ['https://a.org:8443/', { ports: [443] }, false, 'The port is 8443.', 'Use 443.'],
      ['https://a.org:8443/', { ports: [443, 444] }, false, 'The port is 8443.', 'Use 443 or 444.'],
      ['https://a.org:8443/', { ports: [] }, false, 'The port is 8443.', 'Use no port at all.'],
      ['https://localhost:7070/', { ...LISTED, ports: [443] }, false, 'The port is 7070.', 'Use 443.'],
      ['https://localhost:7070/', LISTED, true, EXEMPT],
      ['https://localhost:7070/', { ...LISTED, ports: [7070] }, true, 'The port is 7070.'],
      ['https://a.org:25/', {}, false, ...closed('port 443, or another')],
      ['x-own://a.org:25/', {}, false, ...closed('another')],
      ['https://a.org:25/', LISTED, null, ...OPEN],
    ],
  ],
  [
    'single-script',
    [
      [GOOD, {}, true, 'No part of the name looks like another name.'],
      ['mailto:a@b.org', {}, null, 'The URL has no host.'],
      ['https://xn--80ak6aa92e.com/', {}, false, expect.stringMatching(/\.$/), INTENDED],
    ],
  ],
  [
    'no-deviation-characters',
    [
      [GOOD, {}, true, 'Every version of IDNA reads the host the same way.'],
      ['mailto:a@b.org', {}, null, 'The URL has no host.'],
      [
        ...(['https://faß.de/', {}, false] as const),
        'The host has U+00DF. Programs that follow IDNA 2003 replace it and call a different host.',
        'Use the ASCII form: xn--fa-hia.de.',
      ],
      [
        ...(['https://xn--a.org/', {}, false] as const),
        ...(['xn--a is not a valid international label. Some programs refuse the host.', INTENDED] as const),
      ],
    ],
  ],
  [
    'length',
    [
      ['https://a.org/', { maxLength: 14 }, true, 'The URL has 14 characters.'],
      ['https://a.org/', { maxLength: 13 }, false, 'The URL has 14 characters.', 'Use at most 13 characters.'],
    ],
  ],
];

function code(scheme: string) {
  return [`${scheme}: URLs contain code or content.`, 'Use a URL that names a server.'] as const;
}

function notAllowed(what = 'host') {
  return [
    `The ${what} is not on the list of allowed hosts.`,
    'Use an allowed host, or add this one to the list.',
  ] as const;
}

function denied(what = 'host') {
  return [`The ${what} is on the list of denied hosts.`, 'Use another host.'] as const;
}

function closed(advice: string) {
  return [expect.stringMatching(/^Port 25 /), `Use ${advice} port from 1024 on.`] as const;
}

describe.each(checks)('%s', (id, rows) => {
  test.each<Row>([...rows])('%j with %j: %s', (url, options, pass, detail, advice = null) => {
    const found = findings(url, options).find((check) => check.id === id);
    const isOpen = pass === null && advice !== null;
    expect(found).toEqual({
      ...{ id, pass, detail, advice, undetermined: isOpen ? expect.any(String) : null },
      severity: id === 'single-script' || id === 'no-deviation-characters' ? 'warning' : 'error',
    });
  });
});

test('what is undetermined says why', () => {
  const reason = (id: CheckId, url: string, options: TestOptions) =>
    findings(url, options).find((check) => check.id === id)?.undetermined;
  expect(reason('host-allowed', GOOD, { allowHosts: ['192.0.2.0/24'] })).toBe('not-looked-up');
  expect(reason('host-allowed', GOOD, { ...SYSTEM, denyHosts: ['192.0.2.0/24'] })).toBe('no-resolver');
  expect(reason('port', 'https://a.org:25/', LISTED)).toBe('not-looked-up');
});

test('nothing else is said of a URL that cannot be read', () => {
  const [, ...others] = findings('https://a b/');
  expect(others).toHaveLength(13);
  for (const other of others) {
    expect(other).toMatchObject({ pass: null, detail: 'The URL is invalid.', advice: null, undetermined: null });
  }
});

test('a policy that is none is an error, not an invalid URL', () => {
  const { sender, egress } = policyOf({});
  const broken = { sender: Object.create(sender, { schemes: { value: null } }), egress };
  expect(() => judge(GOOD, broken)).toThrow(TypeError);
});

test('an address on a list is told beside its name', () => {
  const { subject } = judge('https://a.org:25/', policyOf({ ...LISTED, denyHosts: ['8.8.8.0/24'] }));
  const address = parseAddress('8.8.8.8');
  if (subject === null || address === null) throw new TypeError('The test is wrong.');
  const answers = { addresses: [address], areAll: false };
  const told = withAnswers(subject, answers, undecided('resolver-failed', 'Not known.', 'Ask again.'));
  const [text, advice] = denied('address');
  expect(judgeLists(told)).toMatchObject({ pass: false, detail: `a.org resolves to 8.8.8.8. ${text}`, advice });
  expect(judgeTargetPort(told)).toMatchObject({ pass: false, advice: 'Use port 443, or another port from 1024 on.' });
});
