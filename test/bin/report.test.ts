/** The report of `explain`, and its colours and excerpts on terminals. */
import { expect, test } from 'vitest';
import { drawAnatomy } from '../../bin/report.ts';
import { showControls, showOctets, terminalStyleOf } from '../../bin/terminal.ts';
import { canonicalize, schemes } from '../../src/index.ts';
import { waypost } from './harness.ts';

const plain = { colours: false, columns: 80 };

test('a report', async () => {
  const { status, stdout } = await waypost(['explain', '<URL:GOPHER://Gopher.Example:70/7find%09old gold>']);
  expect(status).toBe(0);
  expect(stdout).toBe(`A full-text search on gopher.example for “old gold” (selector “find”).

  gopher://gopher.example/7find%09old%20gold
  ╰─┬──╯   ╰─────┬──────╯╰────────┬────────╯
    ╰ scheme     ╰ host           ╰ path

What it means
  type       7
  type name  full-text search
  selector   find
  search     old gold

What changed, and why
  1. < → (nothing)
     The delimiters around the URL, <…> or URL:, are not part of it.
     RFC 3986 §C · wrapper
  2. > → (nothing)
     The delimiters around the URL, <…> or URL:, are not part of it.
     RFC 3986 §C · wrapper
  3. URL: → (nothing)
     The delimiters around the URL, <…> or URL:, are not part of it.
     RFC 3986 §C · wrapper
  4. GOPHER → gopher
     Schemes are written in lower case.
     RFC 3986 §6.2.2.1 · scheme-case
  5. Gopher.Example → gopher.example
     Hosts are written in lower case.
     RFC 3986 §6.2.2.1 · host-case
  6. :70 → (nothing)
     The default port of the scheme was removed.
     RFC 3986 §6.2.3 · port-default
  7. ␠ → %20
     A character that is not allowed here was percent-encoded as UTF-8.
     RFC 3986 §2.1 · percent-encoded

What a client sends to gopher.example, port 70
  find␉old gold␍␊
`);
});

test('a name moves to a lower row if it would touch another name', () => {
  expect(drawAnatomy(canonicalize('ftp://u:p@h.example:2121/a;type=i#top'), plain)).toEqual([
    'ftp://u:p@h.example:2121/a;type=i#top',
    '╰┬╯   ┬ ┬ ╰───┬───╯ ╰┬─╯╰───┬───╯ ╰┬╯',
    ' │    │ │     ╰ host ╰ port ╰ path ╰ fragment',
    ' │    │ ╰ password',
    ' │    ╰ user',
    ' ╰ scheme',
  ]);
});

test.each([...schemes.values()])('$name: the example has a report that fits 80 columns', async ({ example }) => {
  const { stdout } = await waypost(['explain', example]);
  // The request is never wrapped or cut.
  const [description = '', request] = stdout.split('What a client sends');
  expect(description).toMatch(/^(?:A|An|The|Article|Every) /);
  expect(request).toBeDefined();
  expect(description.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
});

test('a URL wider than the terminal gets a table', async () => {
  const { stdout } = await waypost(['explain', `gopher://h/0${'a'.repeat(90)}`]);
  expect(stdout).toContain('\n  scheme  gopher\n  host    h\n  path    /0aaaa');
  expect(stdout).not.toContain('╰');
});

test('diagnostics that are not listed are counted', async () => {
  const more = '\n  1,100 more changes of the same kinds are not listed.\n';
  expect((await waypost(['explain', `http://h/${'\ta'.repeat(1200)}`])).stdout).toContain(more);
  expect((await waypost(['explain', `http://h/${'\ta'.repeat(100)}`])).stdout).not.toContain('more times');
});

test('a blank line separates reports', async () => {
  expect((await waypost(['explain', 'go:a', 'go:b'])).stdout).toMatch(/\n\nThe common name “b”/);
});

const terminal = { isTTY: true, columns: 80 };

test.each([
  { name: 'a pipe', screen: {}, env: {}, colours: false },
  { name: 'a terminal', screen: terminal, env: {}, colours: true },
  { name: 'NO_COLOR', screen: terminal, env: { NO_COLOR: '1' }, colours: false },
  { name: 'an empty NO_COLOR', screen: terminal, env: { NO_COLOR: '' }, colours: true },
  { name: 'a dumb terminal', screen: terminal, env: { TERM: 'dumb' }, colours: false },
])('colours: $name', async ({ screen, env, colours }) => {
  expect(terminalStyleOf(screen, env).colours).toBe(colours);
  const { stdout } = await waypost(['explain', 'gopher://h'], { stdout: screen, env });
  expect(stdout.includes('\x1b[')).toBe(colours);
});

test('a report on a terminal differs only in its colours', async () => {
  const url = 'http://u@0x7f.1:8080/a?b#c';
  const coloured = await waypost(['explain', url], { stdout: terminal });
  const uncoloured = await waypost(['explain', url]);
  expect(coloured.stdout.replace(/\x1b\[\d+m/g, '')).toBe(uncoloured.stdout);
});

test('a terminal that reports 0 columns gets the width of a file', async () => {
  const narrow = await waypost(['explain', 'http:/h.example'], {
    stdout: { isTTY: true, columns: 0 },
    env: { NO_COLOR: '1' },
  });
  expect(narrow.stdout).toBe((await waypost(['explain', 'http:/h.example'])).stdout);
});

test('on a terminal, an excerpt of the URL marks the defect', async () => {
  const { stderr } = await waypost(['canonicalize', 'http://h:x/'], { stderr: terminal, env: { NO_COLOR: '1' } });
  expect(stderr.split('\n')).toEqual([
    '1:10: The port must be a decimal number. (port-character)',
    '    http://h:x/',
    '             ^',
    '',
  ]);
});

test.each([
  ['a\tb\r\n\x1b[31m\x7f', 'a␉b␍␊␛[31m␡'],
  ['\x9b31m\u202egpj.exe\u2066', '\\u{9B}31m\\u{202E}gpj.exe\\u{2066}'],
  ['\ud800ü😀', '\\u{D800}ü😀'],
])('%j is made visible', (text, shown) => {
  expect(showControls(text)).toBe(shown);
});

test('octets that are not UTF-8 are made visible', () => {
  expect(showOctets(Uint8Array.of(0x61, 0xff, 0x0d, 0x0a))).toBe('a\\xFF␍␊');
  expect(showOctets(Uint8Array.of(0xc3, 0xbc))).toBe('ü');
});

test('no URL sends commands to a terminal', async () => {
  const hostile = 'gopher://h/0\x1b]0;title\x07\x9b2J\u202e%1B%5D0;x%07';
  for (const command of ['explain', 'canonicalize', 'compare', 'relativize']) {
    const { stdout, stderr } = await waypost([command, hostile, hostile].slice(0, command === 'explain' ? 2 : 3));
    expect(stdout + stderr).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  }
  const refused = await waypost(['canonicalize', 'http://\x1b]0;x\x07:x'], {
    stderr: terminal,
    env: { NO_COLOR: '1' },
  });
  expect(refused.stderr).not.toMatch(/[\0-\x09\x0b-\x1f]/);
});
