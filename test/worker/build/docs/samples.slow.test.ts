/**
 * The code in the documentation works: the curl, JavaScript and Python of every operation are run against the Worker,
 * and print the answer that the documentation shows. `npx vitest -u` records the answers again.
 */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDED, SIGNED_SAMPLES } from '../../../../worker/build/docs/build.ts';
import { catalogueOf } from '../../../../worker/build/docs/catalogue.ts';
import type { SampleLanguage, SampleRequest } from '../../../../worker/build/docs/samples.ts';
import { SAMPLE_HOST, sampleRequestOf, samplesOf } from '../../../../worker/build/docs/samples.ts';
import { describeApi } from '../../../../worker/build/openapi/document.ts';
import { ORIGIN } from '../../../../worker/pages/parts/origin.ts';
import { version } from '../../../../worker/version.ts';
import { needs } from '../../../machine.ts';
import { startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startGateway } from '../../gateway/worker.ts';
import type { RunningWorker } from '../../harness.ts';
import { type DohServer, serveDoh } from '../../net/doh-server.ts';

const run = promisify(execFile);

const TOKEN = 'root-0123456789abcdef';
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** The longest answer that is recorded whole, in lines. */
const MOST_LINES = 120;

const NO_ANSWER = [
  // They say more about this service than about the operation, and change with it.
  ...['index', 'docs', 'docsTopic', 'llms', 'opensearch', 'description', 'problems', 'health', 'privacy', 'robots'],
  ...['securityTxt', 'inspect', 'inspectWebhook', 'lists', 'owners', 'ownLinks'],
  // Nothing is printed but the status.
  ...['deleteLink', 'webhookHandshake'],
  // No link of the samples leads to its host.
  'repointLinks',
];

/** Every sample; those that delete come last. */
const samples = catalogueOf(describeApi(version))
  .entries.flatMap((entry) => {
    const codes = samplesOf(entry, readFileSync(SIGNED_SAMPLES, 'utf8'));
    const prints = sampleRequestOf(entry)?.prints ?? 'text';
    const { operationId: name } = entry.operation;
    return codes === null ? [] : [{ name, codes, prints, deletes: entry.method === 'DELETE' }];
  })
  .sort((a, b) => Number(a.deletes) - Number(b.deletes));

let gopher: RunningServer;
let doh: DohServer;
let worker: RunningWorker;
/** What curl printed, by operation. */
let answers: Readonly<Record<string, string>>;

beforeAll(async () => {
  gopher = await startGopher();
  doh = await serveDoh(({ name, type }) =>
    name === 'hooks.example.com' && type === 'A' ? { addresses: ['93.184.215.14'] } : { addresses: [] },
  );
  worker = await startGateway([gopher], {
    DOH_URL: doh.url,
    LINK_TOKENS: `root:${TOKEN}:admin`,
    WEBHOOK_SECRETS: SECRET,
    CONTACT: 'curator@museum.example',
  });
  // The link of the samples exists before the first of them reads it.
  await printedBy('curl', [codeOf('createLinks', 'curl')]);
  const printed = await printedBy(
    'curl',
    samples.map(({ codes }) => codes.curl),
  );
  answers = Object.fromEntries(samples.map(({ name }, index) => [name, printed[index] ?? '']));
});

afterAll(async () => {
  await worker?.close();
  await gopher?.close();
  await doh?.close();
});

function codeOf(name: string, language: SampleLanguage): string {
  return samples.find((sample) => sample.name === name)?.codes[language] ?? '';
}

/** The code with the Worker and the server of the test in the places of those that it names. */
const placed = (code: string): string =>
  code.replaceAll(ORIGIN, worker.origin).replaceAll(SAMPLE_HOST, `localhost:${gopher.port}`);

/** What differs between two runs is written in the same way. */
function normalized(text: string): string {
  return text
    .replaceAll(worker.origin, ORIGIN)
    .replace(new RegExp(`(?<=localhost|127\\.0\\.0\\.1)(?::|%3A)${gopher.port}`, 'g'), '')
    .replaceAll('localhost', SAMPLE_HOST)
    .replaceAll('127.0.0.1', 'mirror.example')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, '2026-01-31T12:00:00.000Z')
    .replace(/(?<="day": ?")[\d-]+/g, '2026-01-31')
    .replace(/"(clicks|ttl)": ?\d+/g, '"$1":0')
    .replace(/"lastClickAt": ?"[^"]*"/g, '"lastClickAt":null')
    .replace(/"created": ?(?:true|false)/g, '"created":true')
    .replace(/"(port)": ?(\d{5})\b/g, (whole, name, port) => (Number(port) === gopher.port ? `"${name}":70` : whole));
}

/** A text as a value of JSON, or as one for each line. Other text stays what it is. */
function valuesOf(text: string): unknown {
  const normal = normalized(text).trim();
  for (const read of [JSON.parse, (lines: string): unknown => lines.split('\n').map((line) => JSON.parse(line))]) {
    try {
      return read(normal);
    } catch {
      // The next one may understand it.
    }
  }
  // A redirect is absolute in curl.
  return normal.replaceAll(`${ORIGIN}/`, '/');
}

/** Members that depend on the samples which ran before: short links keep their claims and clicks. */
const HISTORY: ReadonlySet<string> = new Set(['claims', 'days', 'expiresAt', 'outcome']);

const withoutHistory = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (HISTORY.has(name) ? undefined : member)));

const END = '\u0001';

/** Runs codes one after the other in one process of their language, and returns what each prints. */
async function printedBy(language: SampleLanguage, codes: readonly string[]): Promise<readonly string[]> {
  const all = codes.map(placed);
  const env = { ...process.env, WAYPOST_TOKEN: TOKEN, WEBHOOK_SECRET: SECRET };
  if (language === 'javascript') {
    const printed: string[] = [];
    for (const code of all) printed.push(await printedByFunction(code, env));
    return printed;
  }
  const { stdout } =
    language === 'curl'
      ? await run('bash', ['-c', all.map((code) => `(\n${code}\n)\nprintf '${END}'`).join('\n')], { env })
      : await run('python3', ['-c', PYTHON, JSON.stringify(all)], { env });
  return stdout.split(END).slice(0, -1);
}

/** Prints values as JSON, because Python writes them otherwise. */
const PYTHON = `import json, sys
def printed(value):
    sys.stdout.write(value if isinstance(value, str) else json.dumps(value))
for code in json.loads(sys.argv[1]):
    exec(code, {"print": printed})
    sys.stdout.write("\\u0001")`;

async function printedByFunction(code: string, env: object): Promise<string> {
  const lines: string[] = [];
  const log = (value: unknown) => lines.push(typeof value === 'string' ? value : JSON.stringify(value));
  const body = `return (async () => {\n${code}\n})();`;
  await new Function('console', 'process', body)({ log }, { env });
  return lines.join('\n');
}

describe('the samples of an operation', () => {
  test('are there for each, except forms of gateways, pictures and metrics', () => {
    const names = catalogueOf(describeApi(version)).entries.map(({ operation }) => operation.operationId);
    const without = names.filter((name) => !samples.some((sample) => sample.name === name));
    expect(without.toSorted()).toEqual([
      'favicon',
      'metrics',
      'qr',
      'submit',
      'submitGatewayPath',
      'submitWebhook',
      'touchIcon',
    ]);
  });

  const languages = needs('python3') ? (['javascript', 'python'] as const) : (['javascript'] as const);
  test.each(languages)('print the same in %s as with curl', async (language) => {
    await printedBy('curl', [codeOf('createLinks', 'curl')]);
    const printed = await printedBy(
      language,
      samples.map(({ codes }) => codes[language]),
    );
    for (const [index, { name }] of samples.entries()) {
      expect(withoutHistory(valuesOf(printed[index] ?? '')), name).toEqual(
        withoutHistory(valuesOf(answers[name] ?? '')),
      );
    }
  });

  test.each(samples.filter(({ name }) => !NO_ANSWER.includes(name)).map(({ name, prints }) => [name, prints] as const))(
    '%s print the recorded answer',
    async (name, prints) => {
      expect(valuesOf(answers[name] ?? '')).not.toHaveProperty('errors');
      await expect(`${shown(answers[name] ?? '', prints)}\n`).toMatchFileSnapshot(join(RECORDED, `${name}.txt`));
    },
  );

  test('every recorded answer belongs to an operation', () => {
    const names = globSync('*.txt', { cwd: RECORDED }).map((name) => basename(name, '.txt'));
    const expected = samples.map(({ name }) => name).filter((name) => !NO_ANSWER.includes(name));
    expect(names.sort()).toEqual(expected.sort());
  });

  test('the page of an operation has its samples and its answer', async () => {
    const html = await (await worker.fetch('/docs/short-links', { headers: { Accept: 'text/html' } })).text();
    const text = html.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll(worker.origin, ORIGIN);
    for (const code of Object.values(samples.find(({ name }) => name === 'changeLink')?.codes ?? {})) {
      expect(text).toContain(code);
    }
    expect(text).toContain(readFileSync(join(RECORDED, 'changeLink.txt'), 'utf8').trimEnd());
  });
});

test('the first request of the overview has the answer that stands below it', async () => {
  const [, code = '', answer] =
    /```sh\n(.*?)\n```\n\nThe answer is the canonical URL: `(.*?)`/s.exec(readFileSync('docs/README.md', 'utf8')) ?? [];
  const [printed] = await printedBy('curl', [code.replace('https://waypost.example', ORIGIN)]);
  expect(printed).toBe(`${answer}\n`);
});

/** An answer as the documentation shows it: JSON is indented, and what is longer than a few screens is cut. */
function shown(answer: string, prints: SampleRequest['prints']): string {
  const text = prints === 'json' ? JSON.stringify(valuesOf(answer), null, 2) : normalized(answer).trim();
  const lines = text.replaceAll(`${ORIGIN}/`, prints === 'location' ? '/' : '$&').split('\n');
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'].join('\n') : lines.join('\n');
}
