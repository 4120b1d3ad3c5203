/** `waypost check`: asks the servers of links whether the links are alive. */
import { appendFile } from 'node:fs/promises';
import { safeCanonicalize } from '../../src/index.ts';
import { PipedInputs } from '../files/piped.ts';
import { masked } from '../masked.ts';
import type { CheckedLink, CheckerRequest, LinkChecker } from '../network/contract.ts';
import { inOrder } from '../network/in-order.ts';
import { StatusLine, write } from '../output.ts';
import type { StandardStreams } from '../terminal.ts';
import { type AnswersOptions, keyOf, RememberedAnswers } from './answers.ts';
import { type CheckItem, type CheckSource, itemsOf } from './items.ts';
import { beginReport, CheckTally, type ReportName } from './report.ts';
import { type Acceptance, type ItemVerdict, verdictOn } from './verdict.ts';

/** A run of the command. */
export interface Checking extends CheckerRequest, Acceptance {
  readonly kind: 'check';
  readonly source: CheckSource;
  readonly report: ReportName;
  /** `null` = each run asks about every link. */
  readonly remembered: AnswersOptions | null;
}

/** The items that are read ahead, so that servers do not wait for each other. */
export const ITEMS_AHEAD = 1000;

/** How a run ended. */
interface CheckOutcome {
  /** Whether no link fails the run. */
  readonly passed: boolean;
  /** Whether a file could not be read, or there was none to read. */
  readonly failed: boolean;
}

/**
 * Checks links, and writes what was found in the order of the input.
 *
 * @param version - of the program
 */
export async function checkLinks(
  checking: Checking,
  checker: LinkChecker,
  { stdin, stdout, stderr, env }: StandardStreams,
  version: string,
): Promise<CheckOutcome> {
  const tally = new CheckTally();
  const report = beginReport(checking.report, version);
  const status = new StatusLine(stderr);
  const answers = checking.remembered === null ? null : await RememberedAnswers.read(checking.remembered);
  const ask = checking.suggest ? suggesting(checker) : checker.check;
  const check = answers?.of(ask) ?? ask;
  const checkOnce = checking.source.kind === 'list' ? check : onceForEach(check);
  const work = async (item: CheckItem): Promise<CheckItem | ItemVerdict> => {
    if (item.kind === 'link') return verdictOn(item, await checkOnce(item.url), checking);
    return item.kind === 'uncertain' || item.kind === 'invalid' ? verdictOn(item, null, checking) : item;
  };
  let [passed, failed, checked] = [true, false, 0];
  const pipes = new PipedInputs(stdin);
  const items = itemsOf(checking.source, stdin, pipes);
  try {
    for await (const result of inOrder(items, work, ITEMS_AHEAD)) {
      if ('kind' in result) {
        if (result.kind === 'blank') await write(stdout, checking.report === 'ndjson' ? '\n' : '');
        if (result.kind === 'unread') {
          passed &&= !checking.strict;
          failed ||= result.isNothingRead;
          await write(stderr, status.clear() + result.unread);
        }
        if (result.kind !== 'fault') continue;
        failed = true;
        await write(stderr, `${status.clear()}waypost: ${masked(result.name)}: ${result.fault}\n`);
        continue;
      }
      passed &&= !result.fails;
      tally.add(result);
      const line = report.add(result);
      if (line !== '') await write(stderr, status.clear());
      await write(stdout, line);
      await write(stderr, status.show(`${++checked} links checked`));
    }
  } finally {
    pipes.remove();
    await write(stderr, status.clear());
  }
  await write(stdout, report.end());
  await answers?.save();
  const { GITHUB_STEP_SUMMARY: page = '' } = env;
  if (page !== '' && report.summary !== undefined) await appendFile(page, report.summary(tally));
  await write(checking.report === 'text' ? stdout : stderr, `${tally}\n`);
  return { passed, failed };
}

/** Checks links, and asks the Web of their hosts. */
function suggesting({ check, suggestFor }: LinkChecker): LinkChecker['check'] {
  return async (url) => {
    const checked = await check(url);
    if ('error' in checked) return checked;
    return { ...checked, suggestion: await suggestFor(checked.canonical, checked.status) };
  };
}

/** Checks each link once, however often it stands in files; its fragment is not sent to a server. */
export function onceForEach(check: LinkChecker['check']): LinkChecker['check'] {
  const checks = new Map<string, Promise<CheckedLink>>();
  return async (url) => {
    const canonical = safeCanonicalize(url);
    if (!canonical.ok) return check(url);
    const key = keyOf(canonical.value);
    let checked = checks.get(key);
    if (checked === undefined) {
      checked = check(url);
      checks.set(key, checked);
    }
    const found = await checked;
    return 'error' in found ? { ...found, input: url } : { ...found, input: url, canonical: canonical.value };
  };
}
