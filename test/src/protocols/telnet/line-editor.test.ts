/** The editor of lines for servers that take lines. */
import { describe, expect, it } from 'vitest';
import { LINE_LIMIT, LineEditor, localEcho } from '../../../../src/protocols/telnet/line-editor.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';

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
  ['other controls do nothing', ['a\x01\x03\t\x80\x9bb\r'], { echo: 'ab\r\n', send: 'ab\r\n' }],
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

describe('whatever is typed', () => {
  const key = fc.oneof(
    fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\x7f',
      '\b',
      '\x15',
      '\x1b[A',
      '\x1b[B',
      '\x1bOA',
      '\x1b[15~',
      '\x1bx',
      '\x1b',
    ),
    fc.string({ unit: fc.constantFrom(...'abcdefgh'), maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const typed = fc.array(fc.record({ keys: fc.array(key, { maxLength: 6 }), isShown: fc.boolean() }), { maxLength: 8 });

  it(
    'the echo is what the line is, and nothing that is hidden is shown or kept',
    () => {
      fc.assert(
        fc.property(typed, (parts) => {
          const editor = new LineEditor();
          let screen = '';
          for (const { keys, isShown } of parts) {
            // Hidden text has letters of its own.
            const text = isShown
              ? keys.join('').replaceAll('Ω', 'o')
              : keys.join('').replace(/[^\x00-\x1f\x7f[\]]/g, 'Ω');
            const { echo, send } = editor.type(text, isShown);
            screen += echo;
            expect(echo).not.toContain('Ω');
            expect(send.replace(/\r\n/g, '')).not.toMatch(/[\0-\x1f\x7f]/);
          }
          expect(screen).not.toMatch(/[\0-\x07\x09\x0b\x0c\x0e-\x1f\x7f]/);
          for (let line = editor.history.older(''); line !== null; line = editor.history.older('')) {
            expect(line).not.toContain('Ω');
          }
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it(
    'in narrow letters is on the screen as it is in the line',
    () => {
      const narrow = fc.oneof(
        fc.constantFrom('\r', '\x7f', '\b', '\x15', '\x1b[A', '\x1b[B', '\x1bOA', '\x1bOB', '\x1b[15~', '\t'),
        fc.string({ unit: fc.constantFrom(...'abcdefghäß'), maxLength: 4 }),
      );
      fc.assert(
        fc.property(fc.array(narrow, { maxLength: 30 }), fc.boolean(), (keys, isWhole) => {
          const editor = new LineEditor();
          const echo = (isWhole ? [keys.join('')] : keys).map((each) => editor.type(each).echo).join('');
          let line = '';
          for (const part of echo.match(/\x08 \x08|\r\n|[\s\S]/g) ?? []) {
            if (part === '\r\n') line = '';
            else if (part === '\b \b') line = line.slice(0, -1);
            else line += part;
          }
          expect(line).toBe(editor.text);
          expect(editor.flush()).toBe(line);
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it(
    'the local echo moves no cursor but by Backspace and Enter',
    () => {
      fc.assert(
        fc.property(
          fc.array(key).map((keys) => keys.join('')),
          (text) => {
            expect(localEcho(text).replace(/\r\n|\x08 \x08/g, '')).not.toMatch(/[\0-\x1f\x7f]/);
          },
        ),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );
});
