/** What the button below a sample copies. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { Code, shellCommandsIn } from '../../../../worker/build/docs/sample-view.tsx';

const DOCUMENTS = join(import.meta.dirname, '../../../../docs');

describe('what can be pasted into a shell', () => {
  test.each<[about: string, sample: string, commands: string | null]>([
    ['a command and its output', '$ date\nSun Nov 29', 'date'],
    ['two commands', '$ seq 1\n1\n$ date\nSun\n', 'seq 1\ndate'],
    ['lines that go on', '$ a \\\n  b |\n  c &&\n  d ||\n  e\nout | put\nout', 'a \\\n  b |\n  c &&\n  d ||\n  e'],
    ['a last line that would go on', '$ a \\', 'a \\'],
    ['output that looks as if it went on', '$ a\nb \\\nc', 'a'],
    ['a prompt within a line', 'a $ b', null],
    ['a variable at the beginning', '$HOME/bin', null],
    ['a program', "const a = '$ b';\nfoo();", null],
  ])('%s', (_, sample, commands) => {
    expect(shellCommandsIn(sample)).toBe(commands);
  });

  test('of every session in the documents, without a prompt and without output', () => {
    const samples = readdirSync(DOCUMENTS)
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => [...readFileSync(join(DOCUMENTS, name), 'utf8').matchAll(/^```\w*\n(.*?)^```/gms)])
      .map(([, sample = '']) => sample.trimEnd());
    const sessions = samples.filter((sample) => sample.startsWith('$ '));
    expect(sessions.length).toBeGreaterThan(15);
    for (const session of sessions) {
      const commands = shellCommandsIn(session) ?? '';
      // Each line of a session with two blanks before it is either a part of a command or output.
      for (const line of commands.split('\n')) expect(line).toMatch(/^(?:waypost|curl|printf|find| {2})/);
      expect(commands.split('\n').filter((line) => !line.startsWith(' '))).toHaveLength(
        session.match(/^\$ /gm)?.length ?? 0,
      );
    }
  });
});

test('the button has the commands of a session, and otherwise copies the whole code', () => {
  expect(renderToString(<Code text={'$ a "b"\nc'} />)).toContain(' data-copy="a &quot;b&quot;">');
  const whole = renderToString(<Code text="npm ci" />);
  expect(whole).toContain(' data-copy-code');
  expect(whole).not.toContain('data-copy=');
});
