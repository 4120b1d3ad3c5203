/** The control messages of a page: what is taken, and what is none. */
import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../../../src/net/failure.ts';
import { endOf, readPageMessage } from '../../../../worker/gateway/terminal/session.ts';

describe('a control message', () => {
  test.each<[message: object]>([
    [{ type: 'credit', octets: 0 }],
    [{ type: 'credit', octets: 1024 * 1024 }],
    [{ type: 'size', columns: 1, rows: 1 }],
    [{ type: 'size', columns: 1000, rows: 1000 }],
    ...['break', 'interrupt', 'are-you-there', 'attention', 'system-request'].map(
      (key) => [{ type: 'key', key }] as [object],
    ),
    [{ type: 'user', user: '' }],
    [{ type: 'user', user: 'Jürgen von ~!' }],
    [{ type: 'user', user: 'x'.repeat(256) }],
  ])('%j', (message) => {
    expect(readPageMessage(message)).toEqual(message);
  });

  test.each<[message: unknown]>([
    [{ type: 'credit', octets: -1 }],
    [{ type: 'credit', octets: 1024 * 1024 + 1 }],
    [{ type: 'credit', octets: 0.5 }],
    [{ type: 'credit', octets: '1' }],
    [{ type: 'credit' }],
    [{ type: 'credit', octets: 1, more: 1 }],
    [{ type: 'size', columns: 0, rows: 1 }],
    [{ type: 'size', columns: 1, rows: 0 }],
    [{ type: 'size', columns: 1001, rows: 1 }],
    [{ type: 'size', columns: 1, rows: 1001 }],
    [{ type: 'size', columns: 1, rows: 1, more: 1 }],
    [{ type: 'size', columns: 1 }],
    [{ type: 'size', rows: 1 }],
    [{ type: 'key', key: 'any' }],
    [{ type: 'key' }],
    [{ type: 'key', key: 'break', more: 1 }],
    [{ type: 'user', user: 'x'.repeat(257) }],
    [{ type: 'user', user: 'a\0' }],
    [{ type: 'user', user: '\x1fa' }],
    [{ type: 'user', user: 'a\x7fb' }],
    [{ type: 'user', user: 'a', more: 1 }],
    [{ type: 'user' }],
    [{ type: 'other' }],
    [{}],
    [null],
    ['credit'],
  ])('%j is none', (message) => {
    expect(readPageMessage(message)).toBeNull();
  });
});

describe('the end of a session that failed', () => {
  test('has the advice of its failure, else that of its code', () => {
    const own = new GatewayError('egress-denied', 'No.', { rule: 'a rule', advice: 'Ask.' });
    expect(endOf(own)).toEqual({
      type: 'ended',
      code: 'egress-denied',
      rule: 'a rule',
      message: 'No.',
      advice: 'Ask.',
    });
    const { advice } = endOf(new GatewayError('gateway-timeout', 'No.'));
    expect(advice === null || /\S/.test(advice)).toBe(true);
  });
});
