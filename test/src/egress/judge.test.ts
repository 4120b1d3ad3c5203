/**
 * `npm run judge`: 300 addresses beside the module ipaddress of Python. Without Python the test is skipped, and fails
 * in CI.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PYTHON } from '../../corpus/judge.ts';
import { isThere } from '../../machine.ts';
import { ADDRESSES, differences, FABRIC } from './compared.ts';

const hasPython = isThere(PYTHON, existsSync(PYTHON));

/** Whether each line is an address that the module calls global. An address of IPv4 may stand in one of IPv6. */
const PROGRAM = `
import ipaddress, sys
for line in sys.stdin:
    address = ipaddress.ip_address(line.strip())
    print(int((getattr(address, 'ipv4_mapped', None) or address).is_global))
`;

/** What Python calls global besides; newer versions do so with less of it. */
const BESIDES: readonly string[] = [
  // Multicast, anycast services, and what the registries list as reserved, deprecated or new.
  ...['224.0.0.0/4', 'ff00::/8', '192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.175.48.0/24', '2001::/23', '2620:4f:8000::/48', '::/96', 'fec0::/10'],
  ...['100:0:0:1::/64', '3fff::/20', '5f00::/16', '2002::/16', '64:ff9b:1::/48'],
  // It reads no IPv4 address out of these.
  ...['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::c612:0', '64:ff9b:0:0:0:1:808:808'],
  ...['::ffff:0:7f00:1', '::ffff:0:808:808'],
];

test.runIf(hasPython)('beside ipaddress of Python', () => {
  const output = execFileSync(PYTHON, ['-I', '-c', PROGRAM], { input: ADDRESSES.join('\n'), encoding: 'utf8' });
  const verdicts = output.trim().split('\n');
  expect(verdicts).toHaveLength(ADDRESSES.length);
  const { onlyWeRefuse, onlyWeAllow } = differences((_, index) => verdicts[index] === '1');
  expect(onlyWeAllow).toEqual([]);
  expect(onlyWeRefuse).toEqual(expect.arrayContaining([...FABRIC]));
  expect(onlyWeRefuse.filter((block) => ![...FABRIC, ...BESIDES].includes(block))).toEqual([]);
});
