/** What a server learns about the client (RFC 1091, RFC 1572, MTTS, MNES). */
import { describe, expect, it } from 'vitest';
import { latin1Of, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { Telnet } from '../../../../src/protocols/telnet/telnet.ts';
import fc from '../../../fast-check.ts';

/** The replies to each of a list of chunks. */
function replies(...chunks: readonly string[]): string[] {
  const telnet = new Telnet({ columns: 80, rows: 24 });
  return chunks.map((chunk) => latin1Of(telnet.receive(octetsOfLatin1(chunk)).reply));
}

const DO_TYPE = '\xff\xfd\x18';
const SEND_TYPE = '\xff\xfa\x18\x01\xff\xf0';
const typeIs = (name: string) => `\xff\xfa\x18\0${name}\xff\xf0`;

describe('the type of the terminal', () => {
  it('is the same at each question of a login daemon, which takes the first for $TERM', () => {
    // The greeting of inetutils-telnetd asks for the speed, the display and the environment as well.
    const [, ...types] = replies(`\xff\xfb\x25${DO_TYPE}\xff\xfd\x20\xff\xfd\x23`, SEND_TYPE, SEND_TYPE);
    expect(types).toEqual([typeIs('xterm-256color'), typeIs('xterm-256color')]);
  });

  it.each([69, 70, 85, 86, 90, 91, 93, 200, 201])(
    'goes from the name to the terminal to its abilities for a game, which offers option %i',
    (option) => {
      for (const verb of ['\xfb', '\xfd']) {
        const offer = `\xff${verb}${String.fromCharCode(option)}`;
        const [, ...types] = replies(DO_TYPE + offer, SEND_TYPE, SEND_TYPE, SEND_TYPE, SEND_TYPE);
        const abilities = typeIs('MTTS 799');
        expect(types).toEqual([typeIs('WAYPOST'), typeIs('XTERM-256COLOR'), abilities, abilities]);
      }
    },
  );

  it('stays what it was when a game shows itself later', () => {
    const [, first, , second] = replies(DO_TYPE, SEND_TYPE, '\xff\xfb\xc9', SEND_TYPE);
    expect([first, second]).toEqual([typeIs('xterm-256color'), typeIs('xterm-256color')]);
  });
});

const DO_ENVIRONMENT = '\xff\xfd\x27';
const environment = (verb: string, variables: string) => `\xff\xfa\x27${verb}${variables}\xff\xf0`;
const ALL = '\0CLIENT_NAME\x01WAYPOST\0TERMINAL_TYPE\x01XTERM-256COLOR\0MTTS\x01799';

describe('variables', () => {
  it.each([
    ['all', '', ALL],
    ['all that RFC 1572 names', '\0', ALL],
    ['all, a hundred times', '\0'.repeat(100), ALL],
    ['all others', '\x03', ''],
    ['one', '\0MTTS', '\0MTTS\x01799'],
    ['one as a variable of its own kind', '\x03MTTS', '\x03MTTS\x01799'],
    ['two', '\0MTTS\0CLIENT_NAME', '\0MTTS\x01799\0CLIENT_NAME\x01WAYPOST'],
    ['the user, the display and an account, which nobody learns', '\0USER\0DISPLAY\0ACCT', '\0USER\0DISPLAY\0ACCT'],
    ['a name with an octet that is meant as it is', '\x03A\x02\x01B', '\x03A\x02\x01B'],
    ['a name with the octet 255', '\x03A\xff\xff', '\x03A\xff\xff'],
  ])('asked for %s', (_what, asked, told) => {
    expect(replies(DO_ENVIRONMENT, environment('\x01', asked))[1]).toBe(environment('\0', told));
  });

  it('are told only when the option is on, and only to questions', () => {
    expect(replies(environment('\x01', ''))).toEqual(['']);
    expect(replies(DO_ENVIRONMENT, environment('\0', '\0USER\x01root'))).toEqual(['\xff\xfb\x27', '']);
  });

  it('have no value that a server chose', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (asked) => {
        const [, told = ''] = replies(DO_ENVIRONMENT, environment('\x01', latin1Of(asked).replaceAll('\xff', '')));
        const [, ...values] = told
          .slice(4, -2)
          .replace(/\x02[\s\S]/g, '')
          .split('\x01');
        for (const value of values) expect(value).toMatch(/^(?:WAYPOST|XTERM-256COLOR|799)(?:[\0\x03]|$)/);
      }),
    );
  });
});
