/** The files that describe a server: `caps.txt` and `robots.txt` (RFC 9309). */
import { describe, expect, it } from 'vitest';
import { parseCaps } from '../../../../src/protocols/gopher/caps.ts';
import { allowsRobots, parseRobots } from '../../../../src/protocols/robots.ts';
import { expectLinear } from '../../growth.ts';

const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('caps.txt', () => {
  it('has every key', () => {
    const caps = parseCaps(
      octets('CAPS\r\n\r\n# a comment\r\nServerDefaultEncoding = ISO-8859-1\r\nServerTLSPort=7443\r\n'),
    );
    expect(caps).toMatchObject({ defaultEncoding: 'ISO-8859-1', tlsPort: 7443, expiresAfter: 3600 });
    expect(caps?.entries).toEqual([
      ['ServerDefaultEncoding', 'ISO-8859-1'],
      ['ServerTLSPort', '7443'],
    ]);
  });

  it.each([
    ['ServerTLSPort=0', null],
    ['ServerTLSPort=65536', null],
    ['ServerTLSPort=4e1', null],
    ['ServerTLSPort=', null],
    ['ServerTLSPort=70', 70],
  ])('%s sets the port %s', (line, port) => {
    expect(parseCaps(octets(`CAPS\n${line}\n`))?.tlsPort).toBe(port);
  });

  it('is valid for at most a day', () => {
    expect(parseCaps(octets('CAPS\nExpireCapsAfter=999999999\n'))?.expiresAfter).toBe(86_400);
  });

  it.each(['', 'Error: not found', 'CAPSULE\nServerTLSPort=70', '3no\t\terror.host\t1'])(
    'is not recognised in %j',
    (reply) => {
      expect(parseCaps(octets(reply))).toBeNull();
    },
  );
});

describe('robots.txt', () => {
  const file = [
    'User-agent: *',
    'Disallow: /large # heavy',
    'Allow: /large/map.txt',
    '',
    'User-Agent: webproxy',
    'user-agent: other',
    'disallow: /staff',
    'Disallow: /*.gif$',
    '',
    'User-agent: nobody',
    'Disallow:',
  ].join('\r\n');
  const robots = parseRobots(octets(file));

  it.each([
    ['/about', true],
    ['/large', false],
    ['/larger', false],
    ['large/3MB.bin', false],
    ['/large/map.txt', true],
    ['/staff', false],
    ['/a/b.gif', false],
    ['/a/b.gifs', true],
    ['/a/b.gif/c.gif', false],
    ['', true],
  ])('allows %j: %s', (selector, allowed) => {
    expect(allowsRobots(robots, ['*', 'webproxy'], selector)).toBe(allowed);
  });

  it('applies only the groups of these agents', () => {
    expect(allowsRobots(robots, ['*'], '/staff')).toBe(true);
    expect(allowsRobots(robots, ['nobody'], '/large')).toBe(true);
  });

  it('is matched in time proportional to its length', () => {
    expectLinear(16_000, (size) => {
      const hostile = parseRobots(octets(`User-agent: *\nDisallow: /${'*a'.repeat(size / 2)}$\n`));
      const selector = `/${'a'.repeat(size)}b`;
      return () => void allowsRobots(hostile, ['*'], selector);
    });
  });
});
