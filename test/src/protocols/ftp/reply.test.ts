/** Replies of the control connection (RFC 959 §4.2), the ports of passive mode, and the times of RFC 3659. */
import { describe, expect, test } from 'vitest';
import { parseTimeValue } from '../../../../src/protocols/ftp/listing/mlsd.ts';
import {
  asTelnet,
  type FtpReply,
  featuresOf,
  readReply,
  refusal,
  withoutTelnet,
} from '../../../../src/protocols/ftp/reply.ts';
import { parseExtendedPassive, parsePassive } from '../../../../src/protocols/ftp/transfer.ts';

async function read(lines: readonly string[]): Promise<{ reply: FtpReply | null; left: number }> {
  const left = [...lines];
  const reply = await readReply(async () => left.shift() ?? '');
  return { reply, left: left.length };
}

describe('replies', () => {
  test.each([
    ['one line', ['220 Welcome'], 220, ['Welcome'], 0],
    ['a bare code', ['220'], 220, [''], 0],
    ['no text', ['220 '], 220, [''], 0],
    ['several lines', ['220-a', 'b', '220 c', '331 d'], 220, ['a', 'b', 'c'], 1],
    ['another code in between', ['220-a', '331 b', '220 c'], 220, ['a', '331 b', 'c'], 0],
    ['the code again in between', ['220-a', '220-b', ' 220 c', '220 d'], 220, ['a', 'b', ' 220 c', 'd'], 0],
    ['the code followed by more digits', ['220-a', '2201 b', '220 c'], 220, ['a', '2201 b', 'c'], 0],
    ['a bare code at the end', ['220-a', '220'], 220, ['a', ''], 0],
  ])('%s', async (_what, lines, code, text, left) => {
    expect(await read(lines)).toEqual({ reply: { code, lines: text }, left });
  });

  test.each(['', 'Welcome', '22', '2200 a', '099 a', '600 a', ' 220 a', '220a'])(
    '%j does not begin a reply',
    async (line) => {
      expect((await read([line])).reply).toBeNull();
    },
  );

  test.each([
    ['nothing', 'abc', 'abc'],
    ['IAC IAC', 'a\xff\xffb', 'a\xffb'],
    ['options', '\xff\xfb\x01a\xff\xfe\xffb', 'ab'],
    ['single commands', 'a\xff\xf4b\xff', 'ab'],
  ])('Telnet: %s', (_what, line, expected) => expect(withoutTelnet(line)).toBe(expected));

  test('the octet 255 is doubled', () => expect(asTelnet('a\xffb')).toBe('a\xff\xffb'));

  test('features (RFC 2389 §3.2)', () => {
    const lines = ['Features:', ' MDTM', ' rest STREAM', ' MLST type*;size*;', 'End'];
    expect([...featuresOf({ code: 211, lines })]).toEqual([
      ['MDTM', ''],
      ['REST', 'STREAM'],
      ['MLST', 'type*;size*;'],
    ]);
    expect(featuresOf({ code: 502, lines: ['Unknown command.'] }).size).toBe(0);
  });
});

describe('refusals', () => {
  // The words of vsftpd 3, and of wu-ftpd 2.6.
  test.each(['Security: Bad IP connecting.', 'Possible PASV port theft, cannot open data connection.'])(
    'a data connection from another address: 425 %s',
    (words) => {
      const { code, message, reply } = refusal({ code: 425, lines: [words] });
      expect({ code, reply }).toEqual({ code: 'unsupported', reply: `425 ${words}` });
      expect(message).toMatch(/both connections of a transfer to come from one address/);
    },
  );

  test.each([
    // proftpd 1.3.8, with and without words of its operator; wu-ftpd 2.6.
    ['Sorry, the maximum number of clients (1) from your host are already connected.', 'busy'],
    ['Sorry, one connection per host.', 'busy'],
    ['Sorry, there is a limit of 50 anonymous users. Try again later.', 'busy'],
    ['Too many users, please come back later.', 'busy'],
    ['Sorry, max 30 users -- try again later', 'busy'],
    ['Login incorrect.', 'login-required'],
    ['This account has reached its limit.', 'login-required'],
    ['Uploads up to the maximum size need an account.', 'login-required'],
    ['Too many failed logins.', 'login-required'],
    ['Access is limited to members.', 'login-required'],
  ])('530 %s', (words, code) => expect(refusal({ code: 530, lines: [words] }).code).toBe(code));

  test('another 425 is a connection that failed', () => {
    const { code, message } = refusal({ code: 425, lines: ['Failed to open the data connection.'] });
    expect([code, message]).toEqual(['unreachable', 'The server says: 425 Failed to open the data connection.']);
  });
});

describe('passive ports', () => {
  test.each([
    ['Entering Extended Passive Mode (|||40000|)', 40000],
    ['Entering Extended Passive Mode (!!!40000!).', 40000],
    ['(|||65535|)', 65535],
    ['(|||65536|)', null],
    ['(|||0|)', null],
    ['(||40000|)', null],
    ['(|!|40000|)', null],
    ['(1114000011)', null],
    ['(|1|127.0.0.1|40000|)', null],
    ['', null],
  ])('RFC 2428 §3: %s', (text, port) => expect(parseExtendedPassive(text)).toBe(port));

  test.each([
    ['Entering Passive Mode (192,0,2,1,156,64).', 40000],
    ['Entering Passive Mode 192,0,2,1,156,64', 40000],
    ['=192,0,2,1,0,25', 25],
    ['(192,0,2,1,0,0)', null],
    ['(192,0,2,1,256,0)', null],
    ['(192,0,2,1,1,2345)', null],
    ['(192,0,2,156,64)', null],
    ['', null],
  ])('RFC 959 §4.1.2: %s', (text, port) => expect(parsePassive(text)).toBe(port));
});

describe('times (RFC 3659 §2.3)', () => {
  test.each([
    ['19950203040506', '1995-02-03T04:05:06.000Z'],
    ['19950203040506.789', '1995-02-03T04:05:06.000Z'],
    ['20240229000000', '2024-02-29T00:00:00.000Z'],
    ['20161231235960', '2017-01-01T00:00:00.000Z'],
    ['20230229000000', null],
    ['20231301000000', null],
    ['20230100000000', null],
    ['20230101240000', null],
    ['00950101000000', null],
    ['191000101000000', '2000-01-01T00:00:00.000Z'],
    ['191030203040506.7', '2003-02-03T04:05:06.000Z'],
    ['19100203040506', '1910-02-03T04:05:06.000Z'],
    ['191001301000000', null],
    ['yesterday', null],
  ])('%s', (text, expected) => expect(parseTimeValue(text)?.toISOString() ?? null).toBe(expected));
});
