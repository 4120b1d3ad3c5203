/**
 * Gopher+ (University of Minnesota, 30 July 1993): reply headers, error replies, attributes, views and forms, with
 * replies of pygopherd 3.0 and UMN gopherd 2.0.6.
 */
import { describe, expect, it } from 'vitest';
import { answersOf, entriesOf, parseAskFields } from '../../../../src/protocols/gopher/ask-form.ts';
import {
  blockOf,
  modifiedIn,
  onlyAttributes,
  parseAttributes,
  viewsOf,
} from '../../../../src/protocols/gopher/attributes.ts';
import { parseErrorReply, parseReplyHeader } from '../../../../src/protocols/gopher/reply.ts';

const server = { host: 'h.example', port: 7070 };
const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (octets: Uint8Array): string => String.fromCharCode(...octets);

describe('the header of a reply', () => {
  it.each([
    ['+11', { failed: false, framing: { kind: 'length', length: 11 } }],
    ['+0', { failed: false, framing: { kind: 'length', length: 0 } }],
    ['+-1', { failed: false, framing: { kind: 'period' } }],
    ['+-2', { failed: false, framing: { kind: 'close' } }],
    ['--1', { failed: true, framing: { kind: 'period' } }],
    ['-92', { failed: true, framing: { kind: 'length', length: 92 } }],
    ['+-3', null],
    ['+', null],
    ['+1.5', null],
    ['+9999999999999999', null],
    ['1A menu\t/\th\t70', null],
    ['+INFO: 0a', null],
    ['', null],
  ])('%s', (line, header) => {
    expect(parseReplyHeader(octets(line))).toEqual(header);
  });
});

describe('an error reply', () => {
  it('is read in the form that UMN gopherd sends', () => {
    const body =
      "1 Study Gopher Admin + (612) 338-3970 <gopher@turnip.com>\r\n0'/nope' does not exist!!\t\t\t\r\n.\r\n";
    const { error, moved } = parseErrorReply(octets(body), server);
    expect([error.code, error.status, error.reply, moved]).toEqual(['not-found', 1, "0'/nope' does not exist!!", null]);
  });

  it('has the new place of an item that has moved', () => {
    const { error, moved } = parseErrorReply(octets('3 A <a@b>\r\n0New\t/new\tx.example\t70\t+\r\n'), server);
    expect([error.status, moved]).toMatchObject([3, { kind: 'item', type: '0', host: 'x.example', port: 70 }]);
  });

  it('may lack the code and the administrator', () => {
    const { error } = parseErrorReply(octets('Sorry.\r\nReally.\r\n'), server);
    expect([error.code, error.status, error.reply]).toEqual(['malformed', null, 'Sorry. Really.']);
  });
});

const umn = [
  '+INFO: 0form\t0/form\tnews.example.net\t7072\t?',
  '+ADMIN:',
  ' Admin: Study Gopher Admin + (612) 338-3970 <gopher@turnip.com>',
  ' Mod-Date: Fri Nov 20 05:22:22 2026 <20261120052222>',
  '+VIEWS:',
  ' Text/plain En_US: <.0k>',
  '+ASK:',
  ' Note: A test form',
  ' Ask: Your name?\tAnonymous',
  ' AskP: Secret?',
  ' AskL: Comments\tline1',
  ' Choose: Colour\tred\tgreen',
  ' Select: Like spam?:1',
  '+INFO: 1sub\t1/sub\tnews.example.net\t7072\t+',
  '+VIEWS:',
  ' application/gopher-menu En_US: <4k>',
  ' application/gopher+-menu:',
  ' image/gif: <56K>',
  '+ABSTRACT: 0Elsewhere\t/abstract\tnews.example.net\t7072',
  'a line whose space was forgotten',
  '.',
  '+INFO: 0after the end',
].join('\r\n');

describe('attributes', () => {
  const [form, sub, ...others] = parseAttributes(octets(umn), server);

  it('are grouped by item and block', () => {
    expect(others).toEqual([]);
    expect(form?.info).toMatchObject({ kind: 'item', type: '0', host: 'news.example.net', plus: 'form' });
    expect(form?.blocks.map(({ name }) => name)).toEqual(['ADMIN', 'VIEWS', 'ASK']);
    expect(sub?.blocks.map(({ name }) => name)).toEqual(['VIEWS', 'ABSTRACT']);
    const abstract = sub && blockOf(sub, 'ABSTRACT');
    expect(abstract && [text(abstract.argument), ...abstract.lines.map(text)]).toEqual([
      '0Elsewhere\t/abstract\tnews.example.net\t7072',
      'a line whose space was forgotten',
    ]);
  });

  it('include the views', () => {
    const views = [form, sub].flatMap((item) => (item ? [blockOf(item, 'VIEWS')] : []));
    expect(views.flatMap((block) => (block ? viewsOf(block) : []))).toEqual([
      { type: 'Text/plain', language: 'En_US', size: '.0k' },
      { type: 'application/gopher-menu', language: 'En_US', size: '4k' },
      { type: 'application/gopher+-menu', language: null, size: null },
      { type: 'image/gif', language: null, size: '56K' },
    ]);
  });

  it('include the date of the last change', () => {
    expect(form && modifiedIn(form)?.toISOString()).toBe('2026-11-20T05:22:22.000Z');
    const lines = [octets('Mod-Date: once <20261399000000>')];
    expect(modifiedIn({ info: null, blocks: [{ name: 'ADMIN', argument: octets(''), lines }] })).toBeNull();
  });

  it('can be selected by name', () => {
    expect(form && onlyAttributes(form, ['+ASK', '+ABSTRACT']).blocks.map(({ name }) => name)).toEqual(['ASK']);
    expect(form && onlyAttributes(form, []).blocks.length).toBe(3);
  });

  it('belong to an item even without +INFO', () => {
    expect(parseAttributes(octets('+ADMIN:\r\n Admin: x\r\n'), server)).toMatchObject([
      { info: null, blocks: [{ name: 'ADMIN' }] },
    ]);
  });

  it('are empty for a reply without attributes', () => {
    expect(parseAttributes(octets('Hello plus\r\n'), server)).toEqual([]);
  });
});

describe('a form', () => {
  const [form] = parseAttributes(octets(umn), server);
  const block = form && blockOf(form, 'ASK');
  const fields = block ? parseAskFields(block) : [];

  it('has fields', () => {
    expect(fields).toEqual([
      { kind: 'Note', question: 'A test form' },
      { kind: 'Ask', question: 'Your name?', preset: 'Anonymous' },
      { kind: 'AskP', question: 'Secret?', preset: '' },
      { kind: 'AskL', question: 'Comments', preset: 'line1' },
      { kind: 'Choose', question: 'Colour', choices: ['red', 'green'] },
      { kind: 'Select', question: 'Like spam?', preset: true },
    ]);
  });

  it.each([
    ['Select: Spam\t1', { kind: 'Select', question: 'Spam', preset: true }],
    ['Select: Spam', { kind: 'Select', question: 'Spam', preset: false }],
    ['Select: At 10:30?:0', { kind: 'Select', question: 'At 10:30?', preset: false }],
    ['AskF: Save as\tanswer.txt', { kind: 'AskF', question: 'Save as', preset: 'answer.txt' }],
    ['ChooseF: A file', { kind: 'ChooseF', question: 'A file' }],
    ['Choose: Nothing to choose', { kind: 'Note', question: 'Nothing to choose' }],
    ['AskX: From the future', { kind: 'Note', question: 'AskX: From the future' }],
    ['words', { kind: 'Note', question: 'words' }],
  ])('reads the line %j', (line, field) => {
    expect(parseAskFields({ lines: [octets(line)] })).toEqual([field]);
  });

  const answers = ['New York', 'pw', '2', 'c1', 'c2', 'green', '1'];

  it('gives the answer lines that UMN gopherd accepts', () => {
    const entries = ['', 'New York', 'pw', 'c1\r\nc2\r\n', 'green', '1'];
    expect(answersOf(fields, entries)).toEqual({ kind: 'answers', lines: answers });
    expect(answersOf(fields, ['', '', '', '', 'red', '0'])).toEqual({
      kind: 'answers',
      lines: ['', '', '0', 'red', '0'],
    });
  });

  it.each<readonly [fault: string, field: number, entry: string]>([
    ['a period that would end the block', 1, '.'],
    ['a period in a long answer', 3, 'a\n.\nb'],
    ['a line break', 1, 'a\r\nb'],
    ['a tab', 1, 'a\tb'],
    ['a NUL', 2, 'a\0b'],
    ['an entry that is not a choice', 4, 'blue'],
    ['a Select entry that is not 0 or 1', 5, 'on'],
    ['more than 1000 lines', 3, 'a\n'.repeat(1001)],
  ])('refuses %s', (_, field, entry) => {
    const entries = ['', 'a', 'b', 'c', 'red', '1'].with(field, entry);
    expect(answersOf(fields, entries)).toMatchObject({ kind: 'faults', faults: [{ field }] });
  });

  it('is filled in with the answers of a URL', () => {
    expect(entriesOf(fields, answers)).toEqual(['', 'New York', 'pw', 'c1\nc2', 'green', '1']);
    expect(entriesOf(fields, [])).toEqual(['', 'Anonymous', '', 'line1', 'red', '1']);
    expect(entriesOf(fields, ['a', 'b', '999999999', 'c'])).toEqual(['', 'a', 'b', 'c', 'red', '1']);
  });
});
