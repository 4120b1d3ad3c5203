/** The step of `action.yml` that checks links, as a runner of GitHub runs it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { startGopher } from '../servers/gopher.ts';
import { temporaryFolder, writeFiles } from './files/files.ts';

const root = join(import.meta.dirname, '../..');
const action = readFileSync(join(root, 'action.yml'), 'utf8');
const gopher = await startGopher();
afterAll(() => gopher.close());

/** Runs the step in a folder, with the defaults of the action for what is not given. */
async function runStep(folder: string, inputs: Readonly<Record<string, string>>) {
  const defaults = { PATHS: '.', ACCEPT: '', ARGUMENTS: '', ANSWERS_FOR: '1d', ...inputs };
  const given = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [`WAYPOST_${name}`, value]));
  for (const name of Object.keys(given)) expect(action).toContain(`${name}: \${{ inputs.`);
  const runner = temporaryFolder();
  const page = join(runner, 'page.md');
  const env = { ...process.env, ...given, GITHUB_ACTION_PATH: root, RUNNER_TEMP: runner, GITHUB_STEP_SUMMARY: page };
  const step = spawn('bash', [join(root, '.ci/action.sh')], { cwd: folder, env });
  const [stdout, stderr, [status]] = await Promise.all([text(step.stdout), text(step.stderr), once(step, 'close')]);
  return {
    status,
    stdout,
    stderr,
    summary: readFileSync(page, 'utf8'),
    answers: join(runner, 'waypost-answers.ndjson'),
  };
}

test('the step annotates what is gone, and writes a summary and answers', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'docs'));
  const alive = `gopher://localhost:${gopher.port}/`;
  writeFiles(folder, {
    'docs/a.md': `<${alive}>\n\n<${alive}0nope>\n`,
    '$(touch pwned).md': `<${alive}>\n`,
    '-x.md': '',
  });
  const { status, stdout, summary, answers } = await runStep(folder, { ARGUMENTS: '--pause=0ms\n' });
  expect(status).toBe(1);
  expect(stdout.split('\n').filter((line) => line.startsWith('::'))).toEqual([
    expect.stringMatching(/^::error file=\.?\/?docs\/a\.md,line=3,col=2,title=Link%3A gone::gopher:/),
  ]);
  expect(summary).toContain('### Links\n\n3 links: 2 alive, 1 gone\n');
  expect(JSON.parse(readFileSync(answers, 'utf8'))).toMatchObject({ canonical: alive, status: 'alive' });
});

test('inputs are arguments, and never commands', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { '-x y.md': '<mailto:a@h.example>\n', 'b.md': '<mailto:b@h.example>\n' });
  const { status, stderr } = await runStep(folder, { PATHS: '-x y.md\n\nb.md', ACCEPT: 'moved' });
  expect([status, stderr]).toEqual([0, '2 links: 2 not-checked\n']);
  const failed = await runStep(folder, { PATHS: '$(touch pwned); touch pwned', ANSWERS_FOR: '1d' });
  expect(failed.status).toBe(2);
  expect(failed.stderr).toContain('./$(touch pwned); touch pwned');
  expect(readdirSync(folder)).not.toContain('pwned');
});

test('other actions are named by the hash of a commit', () => {
  const used = [...action.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
  expect(used).toHaveLength(3);
  for (const name of used) expect(name).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40}$/);
});
