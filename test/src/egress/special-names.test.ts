/** Every name of IANA's registry of special-use domain names, as of September 2026. */
import { expect, test } from 'vitest';
import { judgePublicHost } from '../../../src/egress/judgement.ts';

/** Names, and what stands before them in a row of the registry. */
const REGISTRY: readonly string[] = [
  ...['6tisch', 'eap', 'eap-noob', 'home', 'ipv4only', 'resolver', 'service'].map((label) => `${label}.arpa`),
  ...['10', '254.169', '168.192', '170.0.0.192', '171.0.0.192'].map((labels) => `${labels}.in-addr.arpa`),
  ...Array.from({ length: 16 }, (_, index) => `${16 + index}.172.in-addr.arpa`),
  ...['8', '9', 'a', 'b'].map((digit) => `${digit}.e.f.ip6.arpa`),
  ...['alt', 'example', 'invalid', 'local', 'localhost', 'onion', 'test'],
];

test.each(REGISTRY)('%s has no servers of the public Internet', (name) => {
  for (const host of [name, `a.${name}`, `A.B.${name.toUpperCase()}.`]) {
    expect([host, judgePublicHost(host)]).toMatchObject([host, { allowed: false, rule: 'special-name' }]);
  }
});

test('three names of the registry have servers: those of the documentation', () => {
  const names = ['example.com', 'example.net', 'example.org'];
  for (const name of names) {
    expect([name, `hooks.${name}`].map((host) => judgePublicHost(host).allowed)).toEqual([true, true]);
  }
});
