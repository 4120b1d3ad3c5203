/** The lines of an NNTP server: status, lists, capabilities, overviews (RFC 3977, RFC 6048). */
import { describe, expect, it } from 'vitest';
import { parseDescription, parseGroupLine } from '../../../../src/protocols/nntp/group-list.ts';
import {
  defaultFormat,
  messageIds,
  parseOverview,
  parseOverviewFormat,
  parseXref,
} from '../../../../src/protocols/nntp/overview.ts';
import {
  isEmptyGroup,
  parseArticleStatus,
  parseCapabilities,
  parseGroupSummary,
  parseStatus,
} from '../../../../src/protocols/nntp/response.ts';

describe('status lines (RFC 3977 §3.2)', () => {
  it.each([
    [
      '200 news.example InterNetNews server INN 2.7.1 ready',
      { code: 200, text: 'news.example InterNetNews server INN 2.7.1 ready' },
    ],
    ['205', { code: 205, text: '' }],
    ['430 No such article ', { code: 430, text: 'No such article' }],
    ['99 x', null],
    ['600 x', null],
    ['2000 x', null],
    ['HTTP/1.1 400 Bad Request', null],
    ['', null],
  ])('%s', (line, status) => {
    expect(parseStatus(line)).toEqual(status);
  });

  it.each([
    ['1234 3000234 3002322 misc.test', { count: 1234, low: 3000234, high: 3002322 }, false],
    ['0 4000 3999 example.empty', { count: 0, low: 4000, high: 3999 }, true],
    ['0 0 0 example.empty', { count: 0, low: 0, high: 0 }, true],
    ['5 4000 3999 example.odd', { count: 5, low: 4000, high: 3999 }, true],
  ])('211 %s', (text, summary, empty) => {
    expect(parseGroupSummary(text)).toEqual(summary);
    expect(isEmptyGroup(summary)).toBe(empty);
  });

  it('211 without its numbers is not a summary', () => {
    expect(parseGroupSummary('misc.test')).toBeNull();
    expect(parseGroupSummary('-1 0 0 misc.test')).toBeNull();
  });

  it('220 has a number and a message-id', () => {
    expect(parseArticleStatus('0 <a@h.example>')).toEqual({ number: 0, messageId: 'a@h.example' });
    expect(parseArticleStatus('7 a@h.example')).toBeNull();
  });
});

describe('lists (RFC 3977 §7.6, RFC 6048 §2.2)', () => {
  it.each([
    ['misc.test 3002322 3000234 y', { low: 3000234, high: 3002322, count: null, status: 'posting', alias: null }],
    [
      'misc.test 0003002322 0003000234 m',
      { low: 3000234, high: 3002322, count: null, status: 'moderated', alias: null },
    ],
    ['misc.test 10 1 9 n', { low: 1, high: 10, count: 9, status: 'no-posting', alias: null }],
    ['misc.test 10 1 =misc.new', { low: 1, high: 10, count: null, status: 'alias', alias: 'misc.new' }],
    ['misc.test 10 1 q', { low: 1, high: 10, count: null, status: 'unknown', alias: null }],
  ])('%s', (line, group) => {
    expect(parseGroupLine(line)).toEqual({ name: 'misc.test', ...group });
  });

  it.each(['misc.test', 'misc.test y', 'misc.test a b y', ''])('%j is not a line of a list', (line) => {
    expect(parseGroupLine(line)).toBeNull();
  });

  it('a description follows any blanks', () => {
    expect(parseDescription('misc.test \t  For testing. ')).toEqual(['misc.test', 'For testing.']);
    expect(parseDescription('misc.test')).toBeNull();
  });

  it('capabilities are found in any case', () => {
    const found = parseCapabilities(['VERSION 2', 'Reader', 'LIST ACTIVE COUNTS', 'AUTHINFO']);
    expect([...found.keys()]).toEqual(['VERSION', 'READER', 'LIST', 'AUTHINFO']);
    expect(found.get('LIST')).toEqual(['ACTIVE', 'COUNTS']);
  });
});

describe('overviews (RFC 3977 §8.3, §8.4)', () => {
  const fixed = ['Subject:', 'From:', 'Date:', 'Message-ID:', 'References:', ':bytes', ':lines'];

  it('every field', () => {
    const line =
      '42\tRe: tea\tAda <ada@h.example>\t6 Oct 1998\t<b@h>\t<0@h> <a@h>\t1234\t17\tXref: news.example misc.test:42 misc.tea:7';
    expect(parseOverview(line, parseOverviewFormat([...fixed, 'Xref:full']))).toEqual({
      number: 42,
      subject: 'Re: tea',
      from: 'Ada <ada@h.example>',
      date: '6 Oct 1998',
      messageId: 'b@h',
      references: ['0@h', 'a@h'],
      bytes: 1234,
      lines: 17,
      crossPosts: [
        { group: 'misc.test', number: 42 },
        { group: 'misc.tea', number: 7 },
      ],
    });
  });

  it.each([
    [
      'fields that the server does not have are empty',
      '1\t\t\t\t<a@h>\t\t\t',
      { messageId: 'a@h', bytes: null, lines: null, references: [] },
    ],
    ['a line that is too short', '1\tonly a subject', { subject: 'only a subject', messageId: null }],
    ['malformed numbers', '1\ts\tf\td\t<a@h>\t\tx\t-3', { bytes: null, lines: null }],
  ])('%s', (_, line, expected) => {
    expect(parseOverview(line, defaultFormat)).toMatchObject(expected);
  });

  it.each(['', 'x\tsubject', '-1\tsubject', '.'])('%j is not an overview', (line) => {
    expect(parseOverview(line, defaultFormat)).toBeNull();
  });

  it.each([
    ['the names of older servers', [...fixed.slice(0, 5), 'Bytes:', 'Lines:', 'Xref:full']],
    ['extra fields in another order', [...fixed, 'Distribution:full', 'Xref:full']],
    ['a server that does not declare its format', []],
  ])('Xref is found with %s', (_, format) => {
    const extra = format.includes('Distribution:full') ? 'Distribution: world\t' : '';
    const line = `1\ts\tf\td\t<a@h>\t\t9\t1\t${extra}Xref: h misc.test:1`;
    expect(parseOverview(line, parseOverviewFormat(format))?.crossPosts).toEqual([{ group: 'misc.test', number: 1 }]);
  });

  it('message-ids of a header with comments', () => {
    expect(messageIds('<a@h> (Ada, "of <b@h>") <no-at> <c@h>')).toEqual(['a@h', 'b@h', 'c@h']);
  });

  it('Xref without its server', () => {
    expect(parseXref('misc.test:9')).toEqual([{ group: 'misc.test', number: 9 }]);
  });
});
