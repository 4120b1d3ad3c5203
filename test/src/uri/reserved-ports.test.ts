/** Ports of services: one table for the warning of `explain` and for the egress policy. */
import { describe, expect, test } from 'vitest';
import { judgePort } from '../../../src/egress/judgement.ts';
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import { explain, schemes } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { FIRST_USER_PORT, reservationOf, reservedPorts } from '../../../src/uri/reserved-ports.ts';

const noted = (url: string) => explain(url).diagnostics.filter(({ code }) => code === 'port-reserved');

/** A link of a scheme to a port. */
const linkTo = (example: string, port: number) =>
  example.replace(/^([a-z][a-z\d+.-]*:\/\/)([^/?#@]*@)?[^/?#:]*(?::\d+)?/, `$1h.example:${port}`);

/** Both sides of every limit: of the system ports, of each row, and of all ports. */
const ports = [
  ...[1, FIRST_USER_PORT - 1, FIRST_USER_PORT, 65_535],
  ...reservedPorts.flatMap(({ from, to }) => [from - 1, from, to, to + 1]),
];

describe('a port is warned of exactly if no gateway connects to it', () => {
  const withPort = definitions.filter(({ defaultPort }) => defaultPort !== null);

  test('most schemes have one', () => {
    expect(withPort.length).toBeGreaterThan(10);
  });

  test.each(withPort.map(({ name, example, defaultPort }) => [name, { example, defaultPort }] as const))(
    '%s',
    (name, { example, defaultPort }) => {
      const written = example.includes('://') ? example : `${name}://h.example/`;
      const policy = parseEgressPolicy({});
      for (const port of ports) {
        const link = linkTo(written, port);
        expect(explain(link).components.port, link).toBe(port);
        expect(noted(link).length === 0, link).toBe(judgePort(port, defaultPort, policy).allowed);
      }
    },
  );
});

test.each([
  ['gopher://h.example:25/', 'Port 25 belongs to SMTP, which may read the request as commands.'],
  ['http://h.example:6379/', 'Port 6379 belongs to Redis, which may read the request as commands.'],
  ['ftp://h.example:990/', 'Port 990 belongs to FTP over TLS, which may read the request as commands.'],
  ['telnet://h.example:999/', 'Port 999 belongs to a system service, which may read the request as commands.'],
])('%s: %s', (url, message) => {
  expect(noted(url)).toMatchObject([{ severity: 'warning', message }]);
});

test.each([
  ['the default port', 'gopher://h.example:70/'],
  ['no port', 'gopher://h.example/'],
  ['a user port', 'gopher://h.example:7070/'],
  ['the port of phone books, of a phone book', 'gopher://h.example:105/2'],
  ['a scheme without a port', 'foo://h.example:25/'],
  ['port 0, which belongs to nobody', 'gopher://h.example:0/'],
])('no warning of %s', (_, url) => {
  expect(noted(url)).toEqual([]);
});

test.each(['gopher://h.example:105/1', 'gopher://h.example:25/2', 'http://h.example:105/2'])(
  'the port of phone books is theirs alone: %s',
  (url) => {
    expect(noted(url)).toHaveLength(1);
  },
);

describe('the place', () => {
  test.each([
    ['gopher://h.example:0025/', [19, 23], '0025'],
    ['  gopher://u:p@h.example:25/', [25, 27], '25'],
  ])('of %j', (url, at, before) => {
    expect(noted(url)).toMatchObject([{ at, before, after: before, message: reservationOf(25) }]);
  });

  test('is null for a port of the base', () => {
    expect(explain('x', { base: 'gopher://h.example:25/1/' }).diagnostics).toMatchObject([
      { code: 'port-reserved', at: null, before: '25' },
    ]);
  });

  test('is in the order of the input', () => {
    const codes = (url: string) => explain(url, { complete: true }).diagnostics.map(({ code }) => code);
    const url = 'HTTP://H.example:025/%7Ea/../%7E';
    expect(codes(url).filter((code) => code !== 'port-reserved')).toEqual(codes(url.replace('025', '01024')));
    expect(codes(url).slice(0, 5)).toEqual([
      ...['scheme-case', 'host-case', 'port-zeros', 'port-reserved', 'percent-unreserved'],
    ]);
    const many = `http://h.example:25/${'%zz'.repeat(200)}`;
    expect(codes(many)).toHaveLength(100);
    expect(codes(many)[0]).toBe('port-reserved');
  });
});

describe('the rows', () => {
  test('do not overlap, so that a port has one service', () => {
    const sorted = reservedPorts.toSorted((a, b) => a.from - b.from);
    for (const [index, { from, to }] of sorted.entries()) {
      expect(from).toBeLessThanOrEqual(to);
      expect(sorted[index + 1]?.from ?? 65_536, `${from}`).toBeGreaterThan(to);
    }
  });

  test('of other programs: what the fetch of Node refuses as a bad port has a reservation', async () => {
    const found: number[] = [];
    for (const port of [6566, 6665, 6669, 6697, 10_080, 1719, 1720, 5060, 25, 587]) {
      const refusal: unknown = await fetch(`http://127.0.0.1:${port}/`).catch(({ cause }: Error) => cause);
      if (refusal instanceof Error && refusal.message === 'bad port') found.push(port);
    }
    expect(found.length).toBe(10);
    expect(found.filter((port) => reservationOf(port) === null)).toEqual([]);
  });

  test('the default port of a scheme has the name of its service', () => {
    const names = [...schemes.values()].flatMap(({ defaultPort }) =>
      defaultPort !== null && defaultPort < FIRST_USER_PORT ? [reservationOf(defaultPort)] : [],
    );
    expect(names.filter((name) => name === null || name.includes('a system service'))).toEqual([]);
    expect(names.length).toBeGreaterThan(10);
  });
});
