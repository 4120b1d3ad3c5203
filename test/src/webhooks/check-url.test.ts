/** The checks of `waypost/webhooks`: URLs and addresses, without a network. */
import { describe, expect, test } from 'vitest';
import { CHECK_IDS, checkAddress, checkUrl, type WebhookOptions } from '../../../src/webhooks/index.ts';

describe('a URL', () => {
  test('that is good has its canonical form, and every check but that of DNS', () => {
    const verdict = checkUrl('HTTPS://Hooks.example.com:443/in');
    expect([verdict.valid, verdict.canonical]).toEqual([true, 'https://hooks.example.com/in']);
    expect(verdict.checks.map(({ id }) => id)).toEqual(CHECK_IDS.filter((id) => id !== 'public-dns'));
  });

  test.each<[url: string, options: WebhookOptions, valid: boolean | null]>([
    ['http://hooks.example.com/', {}, false],
    ['http://hooks.example.com/', { schemes: ['http', 'https'] }, true],
    ['https://user:secret@hooks.example.com/', {}, false],
    ['https://192.168.1.1/', {}, false],
    ['https://localhost:8443/', {}, false],
    ['https://kubernetes.default.svc/', {}, false],
    ['https://db.prod.svc.cluster.local/', {}, false],
    ['https://metadata.google.internal/', {}, false],
    ['https://localhost:8443/', { egress: { EGRESS_ALLOW: 'localhost:8443' } }, true],
    ['https://hooks.example.com/', { ownHosts: ['hooks.example.com'] }, false],
    ['https://www.evil.example.com/', { denyHosts: ['evil.example.com'] }, false],
    ['https://hooks.example.com:8443/', { ports: [443] }, false],
    // Its addresses decide, and nobody looked them up.
    ['https://hooks.example.com/', { allowHosts: ['93.184.0.0/16'] }, null],
    ['https://hooks.example.com/', { allowHosts: ['93.184.0.0/16', 'example.com'] }, true],
    ['https://hooks.example.com/', { denyHosts: ['93.184.0.0/16'] }, null],
    ['https://hooks.example.com/', { egress: { EGRESS_DENY: '93.184.0.0/16' } }, null],
    ['https://hooks.example.com:25/', { egress: { EGRESS_ALLOW: '10.0.0.0/8:25' } }, null],
    ['http://hooks.example.com/', { allowHosts: ['93.184.0.0/16'] }, false],
  ])('%s with %j: %s', (url, options, valid) => {
    expect(checkUrl(url, options).valid).toBe(valid);
  });

  test('that cannot be read has no canonical form', () => {
    expect(checkUrl('not a URL')).toMatchObject({ valid: false, canonical: null });
  });
});

describe('an address', () => {
  test.each<[address: string, options: WebhookOptions, port: number | null, rule: string | null]>([
    ['93.184.215.14', {}, null, null],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', {}, null, null],
    ['[2606:2800:21f:cb07:6820:80da:af6b:8b2c]', {}, 443, null],
    ['10.0.0.1', {}, null, 'address'],
    ['::ffff:10.0.0.1', {}, null, 'address'],
    ['64:ff9b::a00:1', {}, null, 'address'],
    ['not an address', {}, null, 'address'],
    ['127.1', {}, null, 'address'],
    ['93.184.215.14', { denyHosts: ['93.184.0.0/16'] }, null, 'left-alone'],
    ['93.184.215.14', { egress: { EGRESS_DENY: '93.184.215.14' } }, null, 'left-alone'],
    ['127.0.0.1', { egress: { EGRESS_ALLOW: '127.0.0.1:8080' } }, 8080, null],
    ['127.0.0.1', { egress: { EGRESS_ALLOW: '127.0.0.1:8080' } }, 8081, 'address'],
    ['127.0.0.1', { egress: { EGRESS_ALLOW: '127.0.0.1:443' } }, null, 'address'],
  ])('%s with %j on port %s: %s', (address, options, port, rule) => {
    const verdict = checkAddress(address, options, port);
    expect(verdict.allowed ? null : verdict.rule).toBe(rule);
  });
});
