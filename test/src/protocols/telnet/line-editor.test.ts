/** The editor of lines for servers that take lines. */
import { describe, expect, it } from 'vitest';
import { LINE_LIMIT, LineEditor, localEcho } from '../../../../src/protocols/telnet/line-editor.ts';

it.each([
  ['characters wait for Enter', ['l', 'ook'], { echo: 'look', send: '' }],
  ['Enter ends a line with CR LF', ['look', '\r'], { echo: 'look\r\n', send: 'look\r\n' }],
  ['a paste has several lines', ['a\nb\r\nc\rd'], { echo: 'a\r\nb\r\nc\r\nd', send: 'a\r\nb\r\nc\r\n' }],
  ['Backspace', ['ab\x7f\bc\r'], { echo: 'ab\b \b\b \bc\r\n', send: 'c\r\n' }],
  ['Backspace at the beginning', ['\x7fa\r'], { echo: 'a\r\n', send: 'a\r\n' }],
  ['Backspace takes both halves of a character', ['a😀\x7f\r'], { echo: 'a😀\b \b\b \b\r\n', send: 'a\r\n' }],
  ['Ctrl-U erases the line', ['abc\x15d\r'], { echo: 'abc\b \b\b \b\b \bd\r\n', send: 'd\r\n' }],
  [
    'arrows, function keys and Alt do nothing',
    ['a\x1b[A\x1b[C\x1b[15~\x1bOP\x1bxb\r'],
    { echo: 'ab\r\n', send: 'ab\r\n' },
  ],
  ['↑ has the line before', ['ab\rc\x1b[A\r'], { echo: 'ab\r\nc\b \bab\r\n', send: 'ab\r\nab\r\n' }],
  ['↓ has the draft', ['a\rbc\x1bOA\x1bOB\r'], { echo: 'a\r\nbc\b \b\b \ba\b \bbc\r\n', send: 'a\r\nbc\r\n' }],
  ['↓ alone does nothing', ['a\rb\x1b[B\r'], { echo: 'a\r\nb\r\n', send: 'a\r\nb\r\n' }],
  ['other controls do nothing', ['a\x01\x03\tb\r'], { echo: 'ab\r\n', send: 'ab\r\n' }],
])('%s', (_what, typed, expected) => {
  const editor = new LineEditor();
  const edits = typed.map((text) => editor.type(text));
  expect({
    echo: edits.map(({ echo }) => echo).join(''),
    send: edits.map(({ send }) => send).join(''),
  }).toEqual(expected);
});

it.each([
  ['a hidden line is edited and sent', ['secrex\x7ft\r'], { echo: '', send: 'secret\r\n' }],
  ['so are two in one paste', ['a\rb\x15c\r'], { echo: '', send: 'a\r\nc\r\n' }],
])('%s, and shows nothing', (_what, typed, expected) => {
  const editor = new LineEditor();
  const edits = typed.map((text) => editor.type(text, false));
  expect(edits).toEqual([expected]);
});

describe('hidden lines and the history', () => {
  it('keeps no hidden line, and offers none where a line is hidden', () => {
    const editor = new LineEditor();
    editor.type('ada\r');
    expect(editor.type('secret\r', false).send).toBe('secret\r\n');
    expect(editor.type('\x1b[A\r', false)).toEqual({ echo: '', send: '\r\n' });
    expect(editor.type('\x1b[A').echo).toBe('ada');
    expect(editor.type('\x1b[A').echo).toBe('');
  });

  it('keeps no line of which a part was hidden, and no other line replaces it', () => {
    const editor = new LineEditor();
    editor.type('ada\r');
    editor.type('secret', false);
    expect(editor.type('x\x1b[A\r')).toEqual({ echo: 'x\r\n', send: 'secretx\r\n' });
    expect([editor.type('\x1b[A').echo, editor.type('\x1b[A').echo]).toEqual(['ada', '']);
  });

  it('has the line that is being typed, without what is hidden', () => {
    const editor = new LineEditor();
    editor.type('a', true);
    editor.type('b', false);
    editor.type('c', true);
    expect(editor.text).toBe('ac');
  });
});

it('erases from the screen only what it has shown', () => {
  const editor = new LineEditor();
  expect(editor.type('ab', true).echo).toBe('ab');
  expect(editor.type('cd', false).echo).toBe('');
  expect(editor.type('e\x7f\x7f\x7f', true)).toEqual({ echo: 'e\b \b', send: '' });
  expect(editor.type('\x15', true).echo).toBe('\b \b\b \b');
  expect(editor.type('x\r', true)).toEqual({ echo: 'x\r\n', send: 'x\r\n' });
});

it('drops what was hidden, and keeps what was shown', () => {
  const editor = new LineEditor();
  editor.type('a', true);
  editor.type('secret', false);
  editor.type('b', true);
  editor.forgetHidden();
  expect(editor.type('\r', true).send).toBe('ab\r\n');
});

it('limits a line', () => {
  const editor = new LineEditor();
  editor.type('x'.repeat(LINE_LIMIT + 1));
  expect(editor.type('\r').send).toHaveLength(LINE_LIMIT + 2);
});

it.each([
  ['a\x7fb\b', 'a\b \bb\b \b'],
  ['ä\r', 'ä\r\n'],
  ['\x1b[A\x03\t', ''],
])('shows characters that are sent one by one: %j', (typed, shown) => {
  expect(localEcho(typed)).toBe(shown);
});

it('gives up an incomplete line when the server begins to echo', () => {
  const editor = new LineEditor();
  editor.type('gue');
  expect([editor.flush(), editor.type('\r').send]).toEqual(['gue', '\r\n']);
});
