/** Runs a command over files in the process of the test, with a checker that asks nobody. */
import { checkLinks } from '../../../bin/check/run.ts';
import { readCommandLine } from '../../../bin/command-line.ts';
import { mendFiles } from '../../../bin/mend/run.ts';
import type { LinkCheck, LinkChecker } from '../../../bin/network/contract.ts';
import { canonicalize } from '../../../src/index.ts';
import { nothingSuggested } from '../../../src/open/next-door.ts';
import { memoryStreams, type Outcome, type StreamOptions, waypost } from '../harness.ts';

/** The commands that read files. */
export type FileCommand = 'links' | 'check' | 'mend' | 'rewrite';

const ALIVE: LinkCheck = {
  ...{ status: 'alive', detail: 'The server has it.', reply: null, otherProtocol: null, reason: null, location: null },
  ...{ redirects: [], checkedAt: '2026-01-01T00:00:00Z' },
};

/** Takes every link for alive. */
export const ALIVE_CHECKER: LinkChecker = {
  check: async (input) => ({ input, canonical: canonicalize(input), ...ALIVE }),
  copyOf: async () => null,
  suggestFor: async () => nothingSuggested('Nobody was asked.'),
};

/** Runs a command; `rewrite` lists canonical forms. */
export async function runOnFiles(
  command: FileCommand,
  args: readonly string[],
  checker: LinkChecker,
  options: StreamOptions = {},
): Promise<Outcome> {
  if (command === 'links') return waypost([command, ...args], options);
  if (command === 'rewrite') return waypost([command, '--to', 'canonical', '--check', ...args], options);
  const invocation = readCommandLine([command, ...args]);
  const { streams, written } = memoryStreams(options);
  if (invocation.kind === 'check') {
    const { passed, failed } = await checkLinks(invocation, checker, streams, '1.0.0');
    return { status: failed ? 2 : passed ? 0 : 1, ...written() };
  }
  if (invocation.kind !== 'mend') throw new TypeError(`not a command line of ${command}`);
  const { mended, failed } = await mendFiles(invocation, checker, streams);
  return { status: failed ? 2 : mended ? 0 : 1, ...written() };
}
