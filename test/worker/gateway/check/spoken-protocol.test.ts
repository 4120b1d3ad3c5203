/** The protocols that servers are recognised by, and beginnings that show none. */
import { expect, test } from 'vitest';
import { spokenProtocol } from '../../../../worker/gateway/contract/spoken-protocol.ts';

test.each([
  ['HTTP/1.1 400 Bad Request\r\n', 'HTTP'],
  ['SSH-2.0-OpenSSH_9.9\r\n', 'SSH'],
  ['220 mail.example ESMTP\r\n', 'SMTP'],
  ['220---------- Welcome to Pure-FTPd ----------\r\n', 'FTP'],
  ['220 Features: a .\r\n', 'FTP'],
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
])('%j is %s', (beginning, protocol) => {
  expect(spokenProtocol(Buffer.from(beginning, 'latin1'))).toBe(protocol);
});
