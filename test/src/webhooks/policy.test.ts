/** The policy of a sender: its defaults, and what is kept of options that are used again. */
import { expect, test } from 'vitest';
import { parseHostList } from '../../../src/egress/host-list.ts';
import { validationPolicy, webhookPolicy } from '../../../src/webhooks/policy.ts';

test('has defaults', () => {
  expect(validationPolicy({})).toEqual({
    ...{ schemes: ['https'], ports: null, allowCredentials: false, allowFragment: false, requireDns: true },
    ...{ allowHosts: null, denyHosts: parseHostList(''), maxLength: 2048 },
  });
});

test('has what the sender says', () => {
  const options = {
    ...{ schemes: ['http'], ports: [80], allowCredentials: true, allowFragment: true, requireDns: false },
    ...{ allowHosts: ['a.org'], denyHosts: ['b.org'], maxLength: 7 },
  };
  const lists = { allowHosts: parseHostList('a.org'), denyHosts: parseHostList('b.org') };
  expect(validationPolicy(options)).toEqual({ ...options, ...lists });
});

test('is parsed once for the same options, and a list once for all options that have it', () => {
  const denyHosts = ['a.org'];
  const options = { denyHosts };
  expect(webhookPolicy(options)).toBe(webhookPolicy(options));
  expect(validationPolicy({ denyHosts }).denyHosts).toBe(validationPolicy({ denyHosts, maxLength: 7 }).denyHosts);
});

test('says which list has an entry that cannot be read', () => {
  expect(() => webhookPolicy({ denyHosts: ['a.org', '*'] })).toThrow('entry 2 must be a host');
  expect(() => webhookPolicy({ egress: { EGRESS_DENY: '*' } })).toThrow('EGRESS_DENY: entry 1 must be a host');
});
