/**
 * Greetings of servers that are not for terminals, octet by octet; and the protocols that servers are recognised by.
 */
import { expect, it } from 'vitest';
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { foreignProtocol, spokenProtocol } from '../../../src/protocols/greeting.ts';

const MYSQL_HANDSHAKE = '\x4a\0\0\0\x0a8.0.36\0\x08\0\0\0';

it.each([
  ['SSH-2.0-OpenSSH_9.2\r\n', 'SSH'],
  ['220 mail.example ESMTP Postfix\r\n', 'SMTP'],
  ['220-mail.example Simple SMTP\r\n220 ready\r\n', 'SMTP'],
  ['220 mail.example LMTP\r\n', 'SMTP'],
  ['* OK IMAP4rev2 ready\r\n', 'IMAP'],
  ['* PREAUTH welcome\r\n', 'IMAP'],
  ['+OK POP3 ready <1@h.example>\r\n', 'POP3'],
  ['HTTP/1.1 400 Bad Request\r\n', 'HTTP'],
  ['RFB 003.008\n', 'RFB'],
  [MYSQL_HANDSHAKE, 'MySQL'],
  ["\x45\0\0\0\xff\x6a\x04Host 'h.example' is not allowed", 'MySQL'],
] as const)('%j is recognised, and any beginning of it is undecided or recognised', (greeting, protocol) => {
  expect(foreignProtocol(octetsOfLatin1(greeting))).toBe(protocol);
  for (let length = 0; length < greeting.length; length++)
    expect(['more', protocol]).toContain(foreignProtocol(octetsOfLatin1(greeting.slice(0, length))));
});

it.each([
  'login: ',
  '\xff\xfd\x18\xff\xfd\x20\xff\xfd\x23',
  '\xff\xfb\x01',
  '220 users are online\r\n',
  `220 ${'x'.repeat(600)}`,
  '* * * Welcome * * *\r\n',
  '* Okay, this is a game',
  '+OKAY, this is a game',
  'HTTP server museum',
  'RFBI',
  'RFB 3.8, the game\r\n',
  'SSHhh, be quiet',
  '\x1b[2J\x1b[1;1H',
  '\0\0\0\0\0\0\0\0',
  '\x05\0\0\0\x0aabcdefg',
  '\x4a\0\0\x01\x0a8.0.36\0',
  '\x00Password: ',
])('%j is for a terminal', (greeting) => {
  expect(foreignProtocol(octetsOfLatin1(greeting))).toBeNull();
});

it.each([
  ['HTTP/1.1 400 Bad Request\r\n', 'HTTP'],
  ['SSH-2.0-OpenSSH_9.9\r\n', 'SSH'],
  ['220 mail.example ESMTP\r\n', 'SMTP'],
  ['220---------- Welcome to Pure-FTPd ----------\r\n', 'FTP'],
  ['220 Features: a .\r\n', 'FTP'],
  ['220 dict.org dictd 1.12.1/rf on Linux 4.19.0 <auth.mime> <299.17.1700@dict.org>\r\n', 'DICT'],
  ['220 dict.org dictd (version 0.9) <27831.860032493@dict.org>\r\n', 'DICT'],
  ['220 miranda.org <> <a.b$c@miranda.org> \n', 'DICT'],
  ['220 h <mime> <1@h> and more\r\n', 'FTP'],
  ['220 Ask <admin@ftp.example>\r\n', 'FTP'],
  ['220 <mime> <1>\r\n', 'FTP'],
  ['220-h <mime> <1@h>\r\n', 'FTP'],
  ['220 h <mime> <1@h>', null],
  ['200 news.example InterNetNews NNRP server ready\r\n', 'NNTP'],
  ['201 no posting\r\n', 'NNTP'],
  ['+OK POP3 ready\r\n', 'POP3'],
  ['* OK IMAP4 ready\r\n', 'IMAP'],
  ['RFB 003.008\n', 'RFB'],
  ['\x15\x03\x03\0\x02\x02\x28', 'TLS'],
  ['1About\t/about\th.example\t70\r\n', 'gopher'],
  ['iHello\tfake\t(NULL)\t0\r\n', 'gopher'],
  ['', null],
  ['hello', null],
  ['200', null],
  ['2001: a space odyssey\n', null],
])('%j is that of %s', (beginning, protocol) => {
  expect(spokenProtocol(octetsOfLatin1(beginning))).toBe(protocol);
});
