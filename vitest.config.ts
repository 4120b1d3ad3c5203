import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { makeFolder } from './test/hermetic/folder.ts';
import { authorityPath } from './test/servers/certificates.ts';

const TESTS = 'test/**/*.test.{ts,tsx}';

/**
 * Tests that start other programs than Node, the shared Worker and esbuild, and those that measure: money, memory, sizes,
 * growth, every code point. A name says it, so that a test moves when its file does.
 */
const SLOW = ['test/**/*.slow.test.{ts,tsx}'];

/** Tests that drive Chromium. */
const BROWSER = [
  'test/browser/*.test.ts',
  'test/worker/gateway/ftp/browser.test.ts',
  'test/worker/pages/embed/page.test.ts',
  'test/worker/self-host/rebound.test.ts',
];

/** Tests of the edge function. Most start a Worker. */
const WORKER = ['test/worker/**/*.test.{ts,tsx}', 'test/src/webhooks/checks.test.ts', 'test/traces/traces.test.ts'];

/**
 * Comparisons with programs of others, and of the judge of the corpus, which is a program in Python: `npm run judge` tries
 * them.
 */
const JUDGE = [
  'test/corpus/judge.test.ts',
  'test/src/surt/judge.test.ts',
  'test/src/egress/judge.test.ts',
  'test/bin/index-news/judge.test.ts',
];

/** Real-server suites install and start Debian daemons: `npm run test:servers` runs them. */
const REAL = ['test/real/**'];

/** Tests that need Node and nothing else of the machine. */
const HERMETIC = { setupFiles: ['test/hermetic/setup.ts'], globalSetup: ['test/hermetic/global-setup.ts'] };

// Before anything asks for the temporary folder of the machine.
makeFolder();

/** How long a test and its preparations may take, in milliseconds: in `npm test`, and where programs are started. */
const SHORT = { testTimeout: 20_000, hookTimeout: 60_000 };
const LONG = { testTimeout: 120_000, hookTimeout: 240_000 };

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

const project = (name: string, test: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...test },
});

export default defineConfig({
  resolve: {
    // What only the runtime has: tests in Node read the route table, and call none of it.
    alias: {
      'cloudflare:sockets': join(import.meta.dirname, 'test/worker/platform.ts'),
      'cloudflare:workers': join(import.meta.dirname, 'test/worker/platform.ts'),
    },
  },
  test: {
    reporters: ['default', './test/reporter.ts'],
    // A file leaves nothing behind, so the next one may use the modules that it has loaded.
    isolate: false,
    // The runtime trusts the certificates of the test servers. It reads this variable when it is loaded.
    env: { NODE_EXTRA_CA_CERTS: authorityPath },
    maxWorkers: Math.max(2, availableParallelism()),
    // On a busy machine everything takes many times longer. Nothing waits for these limits where all is well, and a
    // guard that is broken ends red.
    ...((process.env.FC_RUNS ?? process.env.GROWTH) === undefined ? SHORT : LONG),
    // Tests that run at the same time wait for deadlines.
    maxConcurrency: 20,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      project('unit', {
        include: [TESTS],
        exclude: [...SLOW, ...BROWSER, ...WORKER, ...JUDGE, ...REAL],
        ...HERMETIC,
        pool: 'threads',
      }),
      project('worker', {
        include: WORKER,
        exclude: [...SLOW, ...BROWSER],
        ...HERMETIC,
        globalSetup: [...HERMETIC.globalSetup, 'test/worker/global-setup.ts'],
        // These files wait for servers a third of the time. More workers would load and compile the same modules again.
        // A number of workers of its own is that of a group.
        maxWorkers: Math.max(4, availableParallelism()),
        sequence: { groupOrder: 1 },
      }),
      project('browser', { include: BROWSER, globalSetup: 'test/browser/global-setup.ts', ...LONG }),
      project('judge', { include: JUDGE, ...LONG }),
      project('slow', {
        include: SLOW,
        ...LONG,
        globalSetup: 'test/worker/global-setup.ts',
        // Where a slow test tries properties or every code point, it tries all of them.
        env: { FC_RUNS: process.env.FC_RUNS ?? '2000' },
      }),
    ],
  },
});
