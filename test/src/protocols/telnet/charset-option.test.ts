/** The option CHARSET (RFC 2066). */
import { describe, expect, it } from 'vitest';
import { latin1Of, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { Telnet } from '../../../../src/protocols/telnet/telnet.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';

const DO = '\xff\xfd\x2a';
const WILL = '\xff\xfb\x2a';
const request = (list: string): string => `\xff\xfa\x2a\x01${list}\xff\xf0`;
const accepted = (name: string): string => `\xff\xfa\x2a\x02${name}\xff\xf0`;
const REJECTED = '\xff\xfa\x2a\x03\xff\xf0';

function answer(text: string): { readonly reply: string; readonly charset: string | null } {
  const { reply, charset } = new Telnet({ columns: 80, rows: 24 }).receive(octetsOfLatin1(text));
  return { reply: latin1Of(reply), charset };
}

describe('a server that asks', () => {
  it.each([
    ['for UTF-8', ';UTF-8;ISO-8859-1', 'UTF-8', 'utf-8'],
    ['for the first that is known', ' x-martian IBM437 UTF-8', 'IBM437', 'cp437'],
    ['with another separator', '|KOI8-R', 'KOI8-R', 'koi8-r'],
    ['with translation tables', '[TTABLE]\x01;BIG5', 'BIG5', 'big5'],
    ['for charsets that hide escape sequences', ';ISO-2022-JP;UTF-16;EUC-JP', 'EUC-JP', 'euc-jp'],
  ])('%s', (_name, list, name, charset) => {
    expect(answer(DO + request(list))).toEqual({ reply: `\xff\xfb\x2a${accepted(name)}`, charset });
    expect(answer(WILL + request(list))).toEqual({ reply: `\xff\xfd\x2a${accepted(name)}`, charset });
  });

  it.each(['', ';', ';x-martian', ';UTF-16', '[TTABLE]'])('for none that is known: %j', (list) => {
    expect(answer(DO + request(list))).toEqual({ reply: `\xff\xfb\x2a${REJECTED}`, charset: null });
  });
});

it('a request is ignored before the option is on, and what is no request', () => {
  expect(answer(request(';UTF-8'))).toEqual({ reply: '', charset: null });
  expect(answer(DO + accepted('UTF-8'))).toEqual({ reply: '\xff\xfb\x2a', charset: null });
});

it(
  'whatever a server offers, the answer takes one of it, or none',
  () => {
    const name = fc.constantFrom('UTF-8', 'utf-16', 'IBM437', 'x', '', '[TTABLE]', '\0', '\xff\xff', 'iso-2022-jp');
    fc.assert(
      fc.property(
        fc.array(fc.oneof(name, fc.constantFrom(';', ' ', '|'), fc.string({ unit: 'binary-ascii' }))),
        (list) => {
          const { reply, charset } = answer(DO + request(list.join('')));
          const [, taken = null] = /^\xff\xfb\x2a\xff\xfa\x2a(?:\x02([\s\S]+)|\x03)\xff\xf0$/.exec(reply) ?? [];
          expect(taken === null).toBe(charset === null);
          if (taken !== null)
            expect(list.join('').replaceAll('\xff\xff', '\xff')).toContain(taken.replaceAll('\xff\xff', '\xff'));
        },
      ),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);

it('the last of two requests holds', () => {
  expect(answer(DO + request(';UTF-8') + request(';CP437')).charset).toBe('cp437');
  expect(answer(DO + request(';UTF-8') + request(';x')).charset).toBe('utf-8');
});
