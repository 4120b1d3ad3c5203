/** The egress policy, rule by rule: every special-purpose address, every name, every port. */

import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { type Address, contains, formatAddress, parseAddress, specialPurpose } from '../../../src/egress/address.ts';
import { EgressError } from '../../../src/egress/egress-error.ts';
import { NO_HOSTS, parseHostList } from '../../../src/egress/host-list.ts';
import { approach, judge, judgeAnswers, judgeHost, judgePort, judgePublicHost } from '../../../src/egress/judgement.ts';
import { type EgressVariables, parseEgressPolicy } from '../../../src/egress/policy.ts';
import fc, { runs } from '../../fast-check.ts';
import { embeddedIPv4, publicAddresses, specialIPv4Blocks, specialIPv6Blocks } from './addresses.ts';

const policyOf = (variables: EgressVariables = {}) =>
  parseEgressPolicy(variables, ['waypost.example.net', '198.20.0.7', 'Second.Example.net.']);
const policy = policyOf();

function address(text: string) {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(`not an address: ${text}`);
  return parsed;
}

const judgeAddress = (address: Address) => judgePublicHost(formatAddress(address));

describe('addresses', () => {
  describe.each([...specialIPv4Blocks, ...specialIPv6Blocks])(
    '%s, %s (%s)',
    (_block, _name, _document, inside, beside) => {
      it.each(inside)('%s is refused', (text) => {
        expect(judgeAddress(address(text))).toMatchObject({ allowed: false, rule: 'address' });
        expect(judgeHost(text.includes(':') ? `[${text}]` : text, policy).allowed).toBe(false);
      });
      it.each(beside)('%s, next to it, is allowed', (text) => {
        expect(judgeAddress(address(text)).allowed).toBe(true);
      });
    },
  );

  it.each([
    ['0.0.0.0', 'This network', 'RFC 791 §3.2'],
    ['10.0.0.0', 'Private-Use', 'RFC 1918'],
    ['100.64.0.0', 'Shared Address Space', 'RFC 6598'],
    ['127.0.0.0', 'Loopback', 'RFC 1122 §3.2.1.3'],
    ['168.63.129.16', 'Azure host agent (WireServer)', 'Microsoft, “What is IP address 168.63.129.16?”'],
    ['161.26.0.10', 'IBM Cloud, IaaS endpoints', 'IBM, “Service endpoints for VPC”'],
    ['166.9.85.1', 'IBM Cloud, service endpoints', 'IBM, “Service endpoints for VPC”'],
    ['199.36.153.4', 'Google Cloud, restricted.googleapis.com', 'Google, “Private Google Access”'],
    ['199.36.153.8', 'Google Cloud, private.googleapis.com', 'Google, “Private Google Access”'],
    ['2600:2d00:2:1000::', 'Google Cloud, restricted.googleapis.com', 'Google, “Private Google Access”'],
    ['2600:2d00:2:2000::', 'Google Cloud, private.googleapis.com', 'Google, “Private Google Access”'],
    ['169.254.0.0', 'Link Local', 'RFC 3927'],
    ['172.16.0.0', 'Private-Use', 'RFC 1918'],
    ['192.0.0.0', 'IETF Protocol Assignments', 'RFC 6890 §2.1'],
    ['192.0.2.0', 'Documentation (TEST-NET-1)', 'RFC 5737'],
    ['192.31.196.0', 'AS112-v4', 'RFC 7535'],
    ['192.52.193.0', 'AMT', 'RFC 7450'],
    ['192.88.99.0', 'Deprecated (6to4 Relay Anycast)', 'RFC 7526'],
    ['192.168.0.0', 'Private-Use', 'RFC 1918'],
    ['192.175.48.0', 'Direct Delegation AS112 Service', 'RFC 7534'],
    ['198.18.0.0', 'Benchmarking', 'RFC 2544'],
    ['198.51.100.0', 'Documentation (TEST-NET-2)', 'RFC 5737'],
    ['203.0.113.0', 'Documentation (TEST-NET-3)', 'RFC 5737'],
    ['224.0.0.0', 'Multicast', 'RFC 5771'],
    ['255.255.255.255', 'Limited Broadcast', 'RFC 919 §7'],
    ['240.0.0.0', 'Reserved', 'RFC 1112 §4'],
    ['::', 'Unspecified Address', 'RFC 4291 §2.5.2'],
    ['::1', 'Loopback Address', 'RFC 4291 §2.5.3'],
    ['::2', 'Deprecated (IPv4-Compatible Address)', 'RFC 4291 §2.5.5.1'],
    ['64:ff9b:1::', 'IPv4-IPv6 Translation, local use', 'RFC 8215'],
    ['100::', 'Discard-Only Address Block', 'RFC 6666'],
    ['100:0:0:1::', 'Dummy IPv6 Prefix', 'RFC 9780'],
    ['2001::', 'TEREDO', 'RFC 4380'],
    ['2001:1::', 'IETF Protocol Assignments', 'RFC 2928'],
    ['2001:db8::', 'Documentation', 'RFC 3849'],
    ['2002::', '6to4', 'RFC 3056'],
    ['2620:4f:8000::', 'Direct Delegation AS112 Service', 'RFC 7534'],
    ['3fff::', 'Documentation', 'RFC 9637'],
    ['5f00::', 'Segment Routing (SRv6) SIDs', 'RFC 9602'],
    ['fc00::', 'Unique-Local', 'RFC 4193'],
    ['fe80::', 'Link-Local Unicast', 'RFC 4291 §2.5.6'],
    ['fec0::', 'Deprecated (Site-Local Unicast)', 'RFC 3879'],
    ['ff00::', 'Multicast', 'RFC 4291 §2.7'],
    ['4000::', 'Reserved by IETF', 'RFC 4291 §2.4'],
  ])('%s is refused as %s (%s)', (text, name, document) => {
    const found = specialPurpose(address(text));
    expect(found).toMatchObject({ name, document });
    expect(found && contains(found.block, address(text))).toBe(true);
  });

  it.each(embeddedIPv4)('%s: %s (%s), allowed: %s', (text, _form, _document, allowed) => {
    expect(judgeAddress(address(text)).allowed).toBe(allowed);
  });

  it.each(publicAddresses)('%s, %s, is allowed', (text) => {
    expect(judgeHost(text.includes(':') ? `[${text}]` : text, policy)).toEqual({ allowed: true });
  });

  it('of IPv6 outside global unicast are refused (RFC 4291 §2.4)', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 });
    const outside = fc
      .integer({ min: 0, max: 0xffff })
      .filter((group) => group >> 13 !== 1 && group !== 0 && group !== 0x64);
    fc.assert(
      fc.property(outside, groups, (first, rest) => {
        const text = [first, ...rest].map((group) => group.toString(16)).join(':');
        expect(judgeAddress(address(text)).allowed).toBe(false);
      }),
    );
  });

  it('that ipaddr.js does not call unicast are refused', () => {
    const octets = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((four) => four.join('.'));
    fc.assert(
      fc.property(octets, (text) => {
        if (ipaddr.parse(text).range() !== 'unicast') expect(judgeAddress(address(text)).allowed).toBe(false);
      }),
      runs(2.5),
    );
  });
});

/** Names, and the rule that refuses them; `null` = allowed. */
const hosts: readonly (readonly [host: string, rule: string | null, why: string])[] = [
  ['gopher.floodgap.com', null, ''],
  ['gopher.floodgap.com.', null, 'a final dot'],
  ['xn--bcher-kva.example.com', null, 'an A-label'],
  ['xn--a.example.com', null, 'an A-label that is not valid'],
  ['xn--a.localhost', 'special-name', 'an A-label that is not valid'],
  ['_gopher._tcp.example.com', null, 'underscores'],
  ['a.b-c.museum', null, ''],
  ['localhost', 'special-name', 'RFC 6761 §6.3'],
  ['LOCALHOST', 'special-name', 'case'],
  ['localhost.', 'special-name', 'a final dot'],
  ['a.localhost', 'special-name', 'RFC 6761 §6.3'],
  ['printer.local', 'special-name', 'RFC 6762 §3'],
  ['metadata.google.internal', 'special-name', 'private use'],
  ['nas.home.arpa', 'special-name', 'RFC 8375'],
  ['kubernetes.default.svc', 'special-name', 'a service of a cluster'],
  ['kubernetes.default', 'special-name', 'a service of a cluster'],
  ['db.prod.svc.cluster.local', 'special-name', 'a service of a cluster'],
  ['10-1-2-3.default.pod', 'special-name', 'a service of a cluster'],
  ['vault.service.consul', 'special-name', 'a service of a cluster'],
  ['host.docker.internal', 'special-name', 'private use'],
  ['gateway.docker', 'special-name', 'containers'],
  ['svc.example.com', null, 'only the last labels count'],
  ['router.lan', 'special-name', 'RFC 6762 App. G'],
  ['facebookcorewwwi.onion', 'special-name', 'RFC 7686'],
  ['x.invalid', 'special-name', 'RFC 6761 §6.4'],
  ['x.test', 'special-name', 'RFC 6761 §6.2'],
  ['x.example', 'special-name', 'RFC 6761 §6.5'],
  ['intranet', 'special-name', 'a single label'],
  ['com', 'special-name', 'a single label'],
  ['mylocalhost.com', null, 'only whole labels count'],
  ['local.example.com', null, 'only the last labels count'],
  ['waypost.example.net', 'own-host', ''],
  ['WAYPOST.example.net.', 'own-host', 'case and a final dot'],
  ['second.example.net', 'own-host', 'set with capitals and a final dot'],
  ['198.20.0.7', 'own-host', 'an address of ours'],
  ['[::ffff:c614:7]', 'own-host', 'an address of ours, mapped'],
  ['sub.waypost.example.net', null, 'not ours'],
  ['', 'host-syntax', 'empty'],
  ['.', 'host-syntax', 'empty'],
  ['a..b.com', 'host-syntax', 'an empty label'],
  ['.example.com', 'host-syntax', 'an empty label'],
  ['example.com..', 'host-syntax', 'two final dots'],
  [`${'a'.repeat(64)}.com`, 'host-syntax', 'RFC 1035 §2.3.4: label'],
  [`${'a.'.repeat(126)}com`, 'host-syntax', 'RFC 1035 §2.3.4: name'],
  ['127.1', 'host-syntax', 'not canonical'],
  ['0x7f.1', 'host-syntax', 'not canonical'],
  ['0x7f000001', 'host-syntax', 'not canonical'],
  ['2130706433', 'host-syntax', 'not canonical'],
  ['example.0x', 'host-syntax', 'a number by inet_aton'],
  ['1.2.3.4.5', 'host-syntax', 'not an address'],
  ['exa mple.com', 'host-syntax', 'a blank'],
  ['a.com\r\nb', 'host-syntax', 'a line end'],
  ['a.com%00', 'host-syntax', 'an escape'],
  ['[::1', 'host-syntax', 'half a bracket'],
  ['fe80::1%eth0', 'host-syntax', 'a zone'],
  ['büch.com', 'host-syntax', 'not canonical'],
];

describe('hosts', () => {
  it.each(hosts)('%j: %s (%s)', (host, rule) => {
    const verdict = judgeHost(host, policy);
    expect(verdict.allowed ? null : verdict.rule).toBe(rule);
  });

  it.each([
    ['localhost', 'Names under .localhost are for the local host (RFC 6761 §6.3).'],
    ['local', 'Names under .local are for multicast DNS (RFC 6762 §3).'],
    ['internal', 'Names under .internal are for private use (ICANN Board, 29 July 2024).'],
    ['home.arpa', 'Names under .home.arpa are for home networks (RFC 8375).'],
    ['lan', 'Names under .lan are for private networks (RFC 6762 App. G).'],
    ['home', 'Names under .home are for private networks (RFC 6762 App. G).'],
    ['corp', 'Names under .corp are for private networks (RFC 6762 App. G).'],
    ['private', 'Names under .private are for private networks (RFC 6762 App. G).'],
    ['intranet', 'Names under .intranet are for private networks (RFC 6762 App. G).'],
    ['svc', 'Names under .svc are for services of a cluster (Kubernetes DNS specification §2).'],
    ['pod', 'Names under .pod are for services of a cluster (Kubernetes DNS specification §2).'],
    ['default', 'Names under .default are for services of a cluster (the first namespace of Kubernetes).'],
    ['consul', 'Names under .consul are for services of a cluster (Consul DNS).'],
    ['docker', 'Names under .docker are for containers (host and gateway names of Docker).'],
    ['localdomain', 'Names under .localdomain are for private networks (resolver convention).'],
    ['onion', 'Names under .onion are for Tor (RFC 7686).'],
    ['alt', 'Names under .alt are for names outside DNS (RFC 9476).'],
    ['invalid', 'Names under .invalid are for names that do not exist (RFC 6761 §6.4).'],
    ['test', 'Names under .test are for tests (RFC 6761 §6.2).'],
    ['example', 'Names under .example are for documentation (RFC 6761 §6.5).'],
    ['service.arpa', 'Names under .service.arpa are for the discovery of services (RFC 9665).'],
    ['resolver.arpa', 'Names under .resolver.arpa are for the discovery of resolvers (RFC 9462).'],
    ['ipv4only.arpa', 'Names under .ipv4only.arpa are for the discovery of NAT64 (RFC 8880).'],
    ['6tisch.arpa', 'Names under .6tisch.arpa are for networks of sensors (RFC 9031).'],
    ['eap-noob.arpa', 'Names under .eap-noob.arpa are for network access (RFC 9140).'],
    ['eap.arpa', 'Names under .eap.arpa are for network access (IANA, Special-Use Domain Names).'],
    ['in-addr.arpa', 'Names under .in-addr.arpa are for the names of addresses (RFC 1035 §3.5).'],
    ['ip6.arpa', 'Names under .ip6.arpa are for the names of addresses (RFC 3596 §2.5).'],
    ['arpa', 'Names under .arpa are for the infrastructure of the Internet (RFC 3172 §2.1).'],
    ...(['i2p', 'gnu', 'zkey', 'exit', 'bit'] as const).map((suffix): [string, string] => [
      suffix,
      expect.stringMatching(
        RegExp(`^Names under \\.${suffix} are for .+ \\(draft-grothoff-iesg-special-use-p2p-names-04 §2\\)\\.$`),
      ),
    ]),
    ['metadata.goog', 'Names under .metadata.goog are for machines of Google Cloud (Google, metadata server).'],
    [
      'metadata.tencentyun.com',
      'Names under .metadata.tencentyun.com are for machines of Tencent Cloud (Tencent, instance metadata).',
    ],
    [
      'api.metadata.cloud.ibm.com',
      'Names under .api.metadata.cloud.ibm.com are for machines of IBM Cloud (IBM, instance metadata endpoints).',
    ],
  ])('.%s has no public names', (suffix, detail) => {
    const verdicts = [suffix, `a.${suffix}`, `a.b.${suffix}.`].map((host) => judgeHost(host, policy));
    expect(verdicts).toEqual(Array(3).fill({ allowed: false, rule: 'special-name', detail }));
    // Everything under .arpa is of the infrastructure.
    const beside = judgeHost(`a.x${suffix}`, policy);
    expect(beside.allowed || beside.detail.startsWith('Names under .arpa ')).toBe(true);
    expect(beside.allowed).toBe(!suffix.endsWith('.arpa'));
  });

  it.each([
    ['floodgap.com', 'left-alone'],
    ['gopher.floodgap.com', 'left-alone'],
    ['GOPHER.FLOODGAP.COM.', 'left-alone'],
    ['notfloodgap.com', null],
    ['8.8.4.4', 'left-alone'],
    ['[2001:4860:4860:0::8844]', 'left-alone'],
    ['[::ffff:8.8.4.4]', 'left-alone'],
    ['[64:ff9b::808:404]', 'left-alone'],
  ])('EGRESS_DENY: %s %s', (host, rule) => {
    const careful = policyOf({ EGRESS_DENY: 'Floodgap.com, 8.8.4.4 2001:4860:4860::8844' });
    const verdict = judgeHost(host, careful);
    expect(verdict.allowed ? null : verdict.rule).toBe(rule);
  });
});

describe('ports', () => {
  const ports: readonly (readonly [port: number, defaultPort: number | null, allowed: boolean, why: string])[] = [
    [70, 70, true, "the scheme's own"],
    [21, 21, true, "the scheme's own"],
    [513, 513, true, "the scheme's own, though Fetch §2.9 has it"],
    [6379, 6379, true, "the scheme's own comes first"],
    [71, 70, false, 'a system port'],
    [25, 70, false, 'SMTP'],
    [80, 70, false, "another scheme's"],
    [1023, 70, false, 'the last system port'],
    [1024, 70, true, 'the first user port'],
    [7070, 70, true, 'usual for gopher'],
    [65535, 70, true, 'the last port'],
    [0, 70, false, 'no port'],
    [65536, 70, false, 'no port'],
    [1719, 70, false, 'Fetch §2.9'],
    [1721, 70, true, 'between two rows'],
    [6000, 70, false, 'X11'],
    [6063, 70, false, 'X11'],
    [6064, 70, true, 'above X11'],
    [6379, 70, false, 'Redis'],
    [9000, 70, false, 'FastCGI'],
    [11211, 70, false, 'memcached'],
    [27018, 70, false, 'MongoDB'],
    [8443, null, true, 'no default at all'],
    [21, null, false, 'no default at all'],
  ];

  it.each(ports)('port %d with the default %s: allowed %s, %s', (port, defaultPort, allowed) => {
    expect(judgePort(port, defaultPort, policy).allowed).toBe(allowed);
  });

  it('on the list of the Fetch Standard are refused, except the default of the scheme', () => {
    const bad = [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6669, 6679, 6697, 10080];
    expect(bad.filter((port) => judgePort(port, 70, policy).allowed)).toEqual([]);
  });

  it('are refused from the first to the last of each range, and no other', () => {
    const refused: string[] = [];
    let from = 0;
    for (let port = 0; port <= 65_536; port++) {
      const { allowed } = judgePort(port, 70, policy);
      if (!allowed && from === 0) from = port;
      if (!allowed || from === 0) continue;
      refused.push(from === port - 1 ? `${from}` : `${from}-${port - 1}`);
      from = 0;
    }
    expect([refused.join(' '), from]).toEqual([
      '1-69 71-1023 1025 1433 1521 1719-1720 1723 1883 2049 2181 2375-2376 2379-2380 2525 3306 3389 3659 4045 4190 ' +
        '4369 4444 5000-5001 5060-5061 5080 5222-5223 5269-5270 5280-5281 5432 5672 5900-5910 5984 6000-6063 6379 ' +
        '6443 6566 6665-6669 6679 6697 7001 8025 8086 8500 9000 9042 9090 9092 9200 9300 10080 10250 10255 11211 ' +
        '15672 26379 27017-27019 28015 50070 61613',
      65_536,
    ]);
    expect(judgePort(0, 70, policy)).toMatchObject({ rule: 'port', detail: 'There is no port 0.' });
    expect(judgePort(1, 70, policy)).toMatchObject({ detail: expect.stringContaining('Port 1 is a system port') });
  });

  it('are refused with the name of their service', () => {
    expect(judgePort(6379, 70, policy)).toMatchObject({ rule: 'port', detail: 'Port 6379 belongs to Redis.' });
  });
});

const listed = policyOf({
  EGRESS_ALLOW: 'localhost:7070, 10.0.0.5:25 [::1]:2121 =alone.lan:70 10.1.0.0/16:70 *.below.lan:70',
  EGRESS_DENY: 'quiet.example.com. =alone.example.com 198.51.0.0/16 8.8.4.4',
});

/** The target of a link, and its verdict before DNS: a kind of approach, or the rule that refuses it. */
const approaches: readonly (readonly [host: string, port: number, outcome: string, why: string])[] = [
  ['gopher.floodgap.com', 70, 'name', ''],
  ['8.8.8.8', 70, 'literal', ''],
  ['[2001:4860:4860::8888]', 70, 'literal', ''],
  ['localhost', 7070, 'listed', 'as written'],
  ['LocalHost.', 7070, 'listed', 'as written, except for case and the final dot'],
  ['localhost', 7071, 'special-name', 'another port'],
  ['127.0.0.1', 7070, 'address', 'the name is listed, not its address'],
  ['10.0.0.5', 25, 'literal', 'a listed address'],
  ['10.0.0.5', 26, 'address', 'another port'],
  ['10.0.0.6', 25, 'address', 'another address'],
  ['[::1]', 2121, 'literal', 'a listed address'],
  ['[0:0::1]', 2121, 'literal', 'a listed address in another spelling'],
  ['mail.example.com', 25, 'name', 'may resolve to the address that is listed with this port'],
  ['mail.local', 25, 'special-name', 'a listed address does not lift the rule on names'],
  ['mail.example.com', 26, 'port', ''],
  ['8.8.8.8', 25, 'port', 'a literal cannot resolve to anything else'],
  ['quiet.example.com', 70, 'left-alone', ''],
  ['a.quiet.example.com', 70, 'left-alone', ''],
  ['a.quiet.example.com.', 70, 'left-alone', ''],
  ['alone.example.com', 70, 'left-alone', ''],
  ['a.alone.example.com', 70, 'name', 'below a host that is listed alone'],
  ['8.8.4.4', 70, 'left-alone', ''],
  ['[::ffff:8.8.4.4]', 70, 'left-alone', ''],
  ['198.51.99.1', 70, 'left-alone', 'an address in a block'],
  ['sub.localhost', 7070, 'listed', 'below a listed name'],
  ['alone.lan', 70, 'listed', ''],
  ['a.alone.lan', 70, 'special-name', 'below a host that is listed alone'],
  ['a.below.lan', 70, 'listed', ''],
  ['below.lan', 70, 'special-name', 'only the names below it are listed'],
  ['10.1.2.3', 70, 'literal', 'an address in a listed block'],
  ['10.2.2.3', 70, 'address', 'an address outside of it'],
];

describe('the approach to a target', () => {
  it.each(approaches)('%s port %d: %s (%s)', (host, port, outcome) => {
    const found = approach({ host, port, defaultPort: 70 }, listed);
    expect(found.kind === 'denied' ? found.rule : found.kind).toBe(outcome);
  });

  it.each([
    ['gopher.floodgap.com', 70, true],
    ['8.8.8.8', 70, true],
    ['localhost', 7070, false],
    ['10.0.0.5', 25, false],
  ])('%s port %d leads to the public Internet: %s', (host, port, isPublic) => {
    expect(approach({ host, port, defaultPort: 70 }, listed)).toMatchObject({ isPublic });
  });

  it('has the name that DNS is asked for', () => {
    const target = { port: 7070, defaultPort: 70 };
    expect(approach({ ...target, host: 'LocalHost.' }, listed)).toMatchObject({ kind: 'listed', host: 'localhost' });
    expect(approach({ ...target, host: 'A.Example.ORG.' }, listed)).toMatchObject({
      kind: 'name',
      name: 'a.example.org',
    });
  });

  it('is denied to a host in EGRESS_DENY, even if EGRESS_ALLOW lists it', () => {
    const both = policyOf({ EGRESS_ALLOW: 'localhost:7070', EGRESS_DENY: 'localhost' });
    expect(approach({ host: 'localhost', port: 7070, defaultPort: 70 }, both)).toMatchObject({ rule: 'left-alone' });
  });

  it('does not wait for addresses that only the system resolver knows', () => {
    const system = policyOf({ EGRESS_ALLOW: '10.0.0.5:25', EGRESS_DNS: 'system' });
    expect(approach({ host: 'mail.example.com', port: 25, defaultPort: 70 }, system)).toMatchObject({ rule: 'port' });
  });

  /** Answers of DNS for a name on port 25, and the rule that refuses them. */
  it.each([
    [['8.8.8.8'], 'port'],
    [['10.0.0.5'], null],
    [['10.0.0.5', '10.0.0.6'], 'address'],
    [['10.0.0.5', '8.8.8.8'], 'port'],
    [['::ffff:a00:5'], null],
    [['::ffff:a00:6'], 'address'],
    [['198.20.0.7'], 'own-host'],
    [['8.8.4.4'], 'left-alone'],
    [['198.51.7.7'], 'left-alone'],
  ])('by the answers %j: %s', (answers, rule) => {
    const verdict = judgeAnswers(answers.map(address), { host: 'mail.example.com', port: 25, defaultPort: 70 }, listed);
    expect(verdict.allowed ? null : verdict.rule).toBe(rule);
  });
});

it('every answer of DNS is judged, not only the first', () => {
  const target = { host: 'mail.example.com', port: 70, defaultPort: 70 };
  const verdicts = [['8.8.8.8', '127.0.0.1'], ['8.8.8.8', '9.9.9.9'], []].map((answers) =>
    judgeAnswers(answers.map(address), target, policy),
  );
  expect(verdicts).toMatchObject([{ allowed: false, rule: 'address' }, { allowed: true }, { allowed: true }]);
});

it('a name may have an address that is listed with a port, an address is listed or not', () => {
  const portOf = (host: string, port: number) => judge({ host, port, defaultPort: 70 }, null, listed).port;
  expect(portOf('mail.example.com', 25)).toBe('undecided');
  const closed = ['8.8.8.8', '8.8.8.8.', '[2001:4860::1]'].map((host) => portOf(host, 25));
  expect([...closed, portOf('mail.example.com', 26)]).toMatchObject(Array(4).fill({ allowed: false, rule: 'port' }));
});

it('the port of an address without a name is its own', () => {
  const closed = judge({ host: null, port: 25, defaultPort: null }, null, listed);
  expect([closed.port, closed.publicHost, closed.ownHost]).toMatchObject([
    { rule: 'port' },
    { allowed: true },
    { allowed: true },
  ]);
  expect(judge({ host: null, port: 7070, defaultPort: null }, null, listed)).toMatchObject({
    port: { allowed: true },
    addresses: 'undecided',
    isExempt: false,
  });
});

it('an address without a name may have one that a list of allowed hosts has, unless that has blocks alone', () => {
  const nameless = { host: null, port: null, defaultPort: null };
  const listsOf = (...allowHosts: string[]) =>
    judge(nameless, null, policy, { ports: null, allowHosts: parseHostList(allowHosts), denyHosts: NO_HOSTS }).lists;
  expect(listsOf('8.8.8.0/24')).toMatchObject({ ruling: 'undecided', listing: 'by-address' });
  expect(listsOf('8.8.8.0/24', 'a.org')).toMatchObject({ ruling: { allowed: true }, listing: 'allowed' });
});

it('EGRESS_DENY comes before EGRESS_ALLOW', () => {
  const both = policyOf({ EGRESS_ALLOW: 'localhost:7070 quiet.lan:7070', EGRESS_DENY: 'quiet.lan' });
  expect(
    ['localhost', 'quiet.lan', 'a.lan'].map((host) => {
      return judge({ host, port: 7070, defaultPort: 70 }, null, both).isExempt;
    }),
  ).toEqual([true, false, false]);
});

it('an error has its name', () => {
  expect(new EgressError('TIMEOUT', 'connectTime', 'too slow')).toMatchObject({ name: 'EgressError' });
});

describe('the settings', () => {
  it('have defaults', () => {
    expect(parseEgressPolicy({})).toMatchObject({ dns: { kind: 'doh', url: 'https://cloudflare-dns.com/dns-query' } });
    expect(parseEgressPolicy({ EGRESS_DNS: '', DOH_URL: '', EGRESS_ALLOW: ' ', EGRESS_DENY_PORTS: '' })).toEqual(
      parseEgressPolicy({}),
    );
  });

  it('choose the system resolver', () => {
    expect(parseEgressPolicy({ EGRESS_DNS: 'system' }).dns).toEqual({ kind: 'system' });
  });

  it.each([
    [{ EGRESS_ALLOW: 'localhost' }, 'EGRESS_ALLOW'],
    [{ EGRESS_ALLOW: ':70' }, 'EGRESS_ALLOW'],
    [{ EGRESS_ALLOW: 'localhost:*' }, 'EGRESS_ALLOW'],
    [{ EGRESS_ALLOW: 'localhost:65536' }, 'EGRESS_ALLOW'],
    [{ EGRESS_ALLOW: 'localhost:0' }, 'EGRESS_ALLOW: entry 1 must be a host and a port'],
    [{ EGRESS_ALLOW: 'localhost:000070' }, 'EGRESS_ALLOW'],
    [{ EGRESS_ALLOW: '::1:2121' }, 'EGRESS_ALLOW'],
    [
      { EGRESS_ALLOW: 'localhost:70 http://localhost:70' },
      'EGRESS_ALLOW: entry 2 must be a host alone: write `localhost`',
    ],
    [{ EGRESS_DENY: 'a.org 10.1.2.3/8' }, 'EGRESS_DENY: entry 2 must begin with the first address'],
    [{ EGRESS_DNS: 'hosts' }, 'EGRESS_DNS'],
    ...[
      ...[
        'dns.example.net',
        'ftp://dns.example.net/',
        'https://',
        'https:///dns-query',
        'see https://dns.example.net/',
      ],
      ...['https://dns.example.net:0/', 'https://dns.example.net:65536/', 'https://dns.example.net:000443/'],
      ...['https://me@dns.example.net/', 'https://dns.example.net:x/', 'https://[::1/', 'https://a..b/'],
    ].map((DOH_URL): [object, string] => [{ DOH_URL }, 'DOH_URL: not an http(s) URL']),
    [{ EGRESS_DENY_PORTS: '65536' }, 'EGRESS_DENY_PORTS: not a port or a range of ports: 65536'],
    [{ EGRESS_DENY_PORTS: '000025' }, 'EGRESS_DENY_PORTS'],
    [{ EGRESS_DENY_PORTS: '25-000070' }, 'EGRESS_DENY_PORTS'],
    [{ EGRESS_DENY_PORTS: 'x25' }, 'EGRESS_DENY_PORTS'],
    [{ EGRESS_DENY_PORTS: '25x' }, 'EGRESS_DENY_PORTS'],
    [{ EGRESS_DENY_PORTS: 'default, x' }, 'EGRESS_DENY_PORTS'],
    [{ EGRESS_DENY_PORTS: '5-1' }, 'EGRESS_DENY_PORTS'],
    [{ EGRESS_DENY_PORTS: '70000' }, 'EGRESS_DENY_PORTS'],
  ])('%j is refused with the name of the variable', (variables, name) => {
    expect(() => parseEgressPolicy(variables)).toThrow(name);
  });

  it.each([
    ...[
      'https://dns.example.net',
      'http://127.0.0.1:1/dns-query',
      'https://dns.example.net:65535?a',
      'https://[::1]#b',
    ],
    ...['https://[2001:db8::1]:443/', 'https://9.9.9.9/dns-query'],
  ])('name the resolver %s', (url) => {
    expect(parseEgressPolicy({ DOH_URL: url }).dns).toEqual({ kind: 'doh', url });
  });

  it.each(['localhost:1', 'localhost:65535', '[::1]:70'])('allow %s', (EGRESS_ALLOW) => {
    const [, host = '', port] = /^(.*):(\d+)$/.exec(EGRESS_ALLOW) ?? [];
    expect(approach({ host, port: Number(port), defaultPort: 70 }, policyOf({ EGRESS_ALLOW })).kind).not.toBe('denied');
  });

  it.each<[list: string, port: number, allowed: boolean]>([
    ['65535', 65535, false],
    ['65534-65535', 65535, false],
    ['65534-65534', 65535, true],
    ['8443-8443', 8443, false],
    ['8443', 8443, false],
    ['8443', 6379, true],
    [' 8443, ', 8443, false],
    ['default, 8443', 6379, false],
    ['default !6379', 6379, true],
    ['default,!5000-5001', 5001, true],
    ['default,!5000-5001', 4444, false],
    ['default,!4000-9999,6379', 6379, false],
    ['default,!4000-9999,6379', 5432, true],
    ['!70', 25, false],
    ...[1025, 2525, 8025, 5060, 5080, 5222, 5269, 5280].map((port): [string, number, boolean] => [
      'default',
      port,
      false,
    ]),
    ...[1024, 4000, 4201, 6250, 7777, 8888].map((port): [string, number, boolean] => ['default', port, true]),
  ])('EGRESS_DENY_PORTS=%j: port %d allowed: %s', (EGRESS_DENY_PORTS, port, allowed) => {
    expect(judgePort(port, 70, policyOf({ EGRESS_DENY_PORTS })).allowed).toBe(allowed);
  });
});
