/**
 * The tricks of people who register URLs: spellings of addresses, names that move, redirects and second lines. Each is
 * tried with every client of docs/webhooks.md, and none may reach a private server.
 */

/** What a trick must end with. */
type Ending =
  /** The guard refuses it; `null` = by whichever rule, or the client cannot read the URL. */
  | { readonly kind: 'refused'; readonly rule: string | null }
  /** The public server gets one request with this target. */
  | { readonly kind: 'reached'; readonly target: string };

export interface Trick {
  readonly name: string;
  /** PRIVATE, PUBLIC and REDIRECT stand for ports. */
  readonly url: string;
  /** The answers of the resolver to one question after the other, and then the last again. */
  readonly answers: readonly (readonly string[])[];
  readonly ending: Ending;
}

const refused = (rule: string | null): Ending => ({ kind: 'refused', rule });

const LOOPBACK = [['127.0.0.1']];

/** Hosts that are, or lead to, this machine or the network around it. */
const hosts: readonly (readonly [host: string, rule: string])[] = [
  ['127.0.0.1', 'address'],
  ['127.1', 'address'],
  ['0', 'address'],
  ['0x7f.1', 'address'],
  ['0x7f000001', 'address'],
  ['2130706433', 'address'],
  ['017700000001', 'address'],
  ['127.0.0.1.', 'address'],
  ['%31%32%37.0.0.1', 'address'],
  ['①②⑦.⓪.⓪.①', 'address'],
  ['127。0。0。1', 'address'],
  ['[::1]', 'address'],
  ['[::]', 'address'],
  ['[::ffff:127.0.0.1]', 'address'],
  ['[0:0:0:0:0:ffff:7f00:1]', 'address'],
  ['[64:ff9b::7f00:1]', 'address'],
  ['[2002:7f00:1::]', 'address'],
  ['[fd00::1]', 'address'],
  ['169.254.169.254', 'address'],
  ['localhost', 'special-name'],
  ['localhost.', 'special-name'],
  ['LOCALHOST', 'special-name'],
  ['a.localhost', 'special-name'],
  ['metadata.google.internal', 'special-name'],
  ['kubernetes.default.svc', 'special-name'],
  ['db.prod.svc.cluster.local', 'special-name'],
  ['router', 'special-name'],
];

/** Answers of a resolver for a public name. */
const answers: readonly (readonly [what: string, answers: readonly (readonly string[])[]])[] = [
  ['a name at 127.0.0.1', LOOPBACK],
  ['a name at ::1', [['::1']]],
  ['a name at ::ffff:127.0.0.1', [['::ffff:127.0.0.1']]],
  ['a name at 64:ff9b::7f00:1', [['64:ff9b::7f00:1']]],
  ['a name at 0.0.0.0', [['0.0.0.0']]],
  ['a name with one private address of two', [['93.184.215.14', '127.0.0.1']]],
  ['a name at 127.1, of a resolver that does not write addresses', [['127.1']]],
];

/** Paths that must arrive as they are, in one line. */
const targets: readonly (readonly [path: string, target: string])[] = [
  ['/%0d%0aX-Second:%20y', '/%0d%0aX-Second:%20y'],
  ['/%0D%0A', '/%0D%0A'],
  ['/%00', '/%00'],
  ['/%250d%250a', '/%250d%250a'],
  ['/\u010a\u560a', '/%C4%8A%E5%98%8A'],
  ['/?a=%0d%0aX-Second:%20y', '/?a=%0d%0aX-Second:%20y'],
];

export const tricks: readonly Trick[] = [
  ...hosts.flatMap(([host, rule]) =>
    ['http', 'https'].map((scheme) => ({
      name: `${scheme}://${host}`,
      url: `${scheme}://${host}:PRIVATE/`,
      answers: LOOPBACK,
      ending: refused(rule),
    })),
  ),
  ...answers.map(([name, answers]) => ({
    name,
    url: 'http://hooks.example.com:PRIVATE/',
    answers,
    ending: refused('address'),
  })),
  {
    name: 'a name that moved after it was registered',
    url: 'http://moved.example.com:PUBLIC/',
    answers: [['127.0.0.2']],
    ending: refused('address'),
  },
  {
    name: 'a resolver that changes its mind after the first answer',
    url: 'http://rebinding.example.com:PUBLIC/rebinding',
    answers: [['127.0.0.1'], ['127.0.0.2']],
    ending: { kind: 'reached', target: '/rebinding' },
  },
  { name: 'a port of a database', url: 'http://hooks.example.com:6379/', answers: LOOPBACK, ending: refused('port') },
  {
    name: 'a host behind CR LF',
    url: 'http://127.0.0.\r\n1:PRIVATE/',
    answers: LOOPBACK,
    ending: refused('address'),
  },
  { name: 'a host with %0d%0a', url: 'http://a%0d%0ab.example.com/', answers: LOOPBACK, ending: refused(null) },
  ...['127.0.0.1', 'localhost', '[::1]'].map((host) => ({
    name: `a redirect to ${host}`,
    url: `http://redirects.example.com:PUBLIC/to/${host}`,
    answers: LOOPBACK,
    // Those that follow none end there.
    ending: refused(null),
  })),
  ...targets.map(([path, target]) => ({
    name: `the path ${JSON.stringify(path)}`,
    url: `http://hooks.example.com:PUBLIC${path}`,
    answers: LOOPBACK,
    ending: { kind: 'reached', target } as const,
  })),
];
