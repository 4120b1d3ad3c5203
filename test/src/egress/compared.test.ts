/** 300 addresses beside ipaddr.js and private-ip. Beside Python: `npm run judge`. */
import ipaddr from 'ipaddr.js';
import isPrivate from 'private-ip';
import { expect, test } from 'vitest';
import { ADDRESSES, allows, CLOUDS, differences, FABRIC, NUMBER } from './compared.ts';

test('the addresses are 300, and clouds have none that passes', () => {
  expect(ADDRESSES).toHaveLength(NUMBER);
  expect(ADDRESSES.filter(allows).length).toBeGreaterThan(NUMBER / 4);
  expect(CLOUDS.filter(allows)).toEqual([]);
});

test('beside ipaddr.js', () => {
  expect(differences((address) => ipaddr.process(address).range() === 'unicast')).toEqual({
    // Deprecated, too new, and beside the prefix of NAT64.
    onlyWeRefuse: [...FABRIC, '::/96', '100:0:0:1::/64', '64:ff9b:0:0:0:1:808:808'].sort(),
    // It reads no IPv4 address out of NAT64.
    onlyWeAllow: ['64:ff9b::808:808'],
  });
});

test('beside private-ip', () => {
  const blocks = ['224.0.0.0/4', '::/96', '64:ff9b:1::/48', '100:0:0:1::/64', '2001::/23', '2620:4f:8000::/48'];
  const newer = ['3fff::/20', '5f00::/16', 'fec0::/10'];
  // It reads no IPv4 address out of these but one in decimal numbers.
  const mapped = ['7f00:1', 'a00:0', 'a9fe:a9fe', 'c0a8:ffff', '0:0', 'ffff:ffff'].map((last) => `::ffff:${last}`);
  const translated = [
    '::ffff:0:7f00:1',
    '::ffff:0:808:808',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::c612:0',
  ];
  expect(differences((address) => isPrivate(address) === false)).toEqual({
    onlyWeRefuse: [...FABRIC, ...blocks, ...newer, ...mapped, ...translated, '64:ff9b:0:0:0:1:808:808'].sort(),
    onlyWeAllow: [],
  });
});
