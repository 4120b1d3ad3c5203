/** `waypost mend`: finds dead links in files and living replacements for them, and writes these on demand. */
import { safeCanonicalize } from '../../src/index.ts';
import { jsonText } from '../../src/octets/controls.ts';
import { withoutPasswords } from '../../src/uri/user-info.ts';
import { type CheckItem, itemsOf, type LinkPlace } from '../check/items.ts';
import { CheckTally, suggestionWords } from '../check/report.ts';
import { ITEMS_AHEAD, onceForEach } from '../check/run.ts';
import { PipedInputs } from '../files/piped.ts';
import { isFilter } from '../files/walk.ts';
import type { LinkSource } from '../links/run.ts';
import { masked } from '../masked.ts';
import type { CheckedLink, CheckerRequest, LinkChecker } from '../network/contract.ts';
import { inOrder } from '../network/in-order.ts';
import { StatusLine, write } from '../output.ts';
import type { LinkRewriter } from '../rewrite/rewriters.ts';
import { rewriteFiles } from '../rewrite/run.ts';
import type { StandardStreams } from '../terminal.ts';
import { type MendedLink, mendLink, type ReplacementSources } from './replacement.ts';

/** A run of the command. */
export interface Mending extends CheckerRequest, ReplacementSources {
  readonly kind: 'mend';
  readonly files: LinkSource;
  /** Whether replacements are written into the files. */
  readonly write: boolean;
  /** Whether what is not read fails the run. */
  readonly strict: boolean;
  readonly report: 'text' | 'ndjson';
}

/** How a run ended. */
interface MendOutcome {
  /** Whether no dead link is left. */
  readonly mended: boolean;
  /** Whether a file could not be read or written, or there was none to read. */
  readonly failed: boolean;
}

/** A link of a file with what was found about it. */
interface MendedPlace extends MendedLink {
  readonly place: LinkPlace;
}

/** Mends the links of files. */
export async function mendFiles(
  mending: Mending,
  checker: LinkChecker,
  streams: StandardStreams,
): Promise<MendOutcome> {
  const pipes = new PipedInputs(streams.stdin);
  try {
    return await mendWith(mending, checker, streams, pipes);
  } finally {
    pipes.remove();
  }
}

async function mendWith(
  mending: Mending,
  checker: LinkChecker,
  { stdin, stdout, stderr }: StandardStreams,
  pipes: PipedInputs,
): Promise<MendOutcome> {
  const { selection, encoding } = mending.files;
  const isText = mending.write && isFilter(selection);
  /** Beside a text that is written to standard output, what was found goes elsewhere. */
  const report = isText ? stderr : stdout;
  const oneCheckEach = { ...checker, check: onceForEach(checker.check), suggestFor: once(checker.suggestFor) };
  const mendOnce = once((url) => mendLink(url, oneCheckEach, mending));
  const work = async (item: CheckItem): Promise<CheckItem | MendedPlace> =>
    item.kind === 'link' && item.place !== null ? { ...(await mendOnce(item.url)), place: item.place } : item;
  const plan = new MendPlan();
  const tally = new CheckTally();
  const status = new StatusLine(stderr);
  let [left, failed, allRead, checked, suggested] = [0, false, true, 0, 0];
  const items = itemsOf({ kind: 'arguments', links: [], files: mending.files }, stdin, pipes);
  try {
    for await (const result of inOrder(items, work, ITEMS_AHEAD)) {
      if (!('checked' in result)) {
        if (result.kind === 'uncertain') tally.add({ status: 'not-checked' });
        if (result.kind === 'unread') {
          allRead = false;
          failed ||= result.isNothingRead;
          await write(stderr, status.clear() + result.unread);
        }
        if (result.kind !== 'fault') continue;
        failed = true;
        await write(stderr, `${status.clear()}waypost: ${masked(result.name)}: ${result.fault}\n`);
        continue;
      }
      const found = 'error' in result.checked ? 'invalid' : result.checked.status;
      tally.add({ status: found });
      if (result.replacement === null && (result.suggestion?.url ?? null) !== null) suggested++;
      if (result.replacement !== null) plan.add(result);
      else if (found === 'invalid' || mending.dead.has(found)) left++;
      const line = lineFor(result, mending.report);
      if (line !== '') await write(stderr, status.clear());
      await write(report, line);
      await write(stderr, status.show(`${++checked} links checked`));
    }
  } finally {
    await write(stderr, status.clear());
  }
  const suggestions = mending.suggest ? `; ${suggested} with no more than a suggestion` : '';
  const summary = `${tally}; ${plan.size} with a replacement, ${left} without${suggestions}\n`;
  await write(mending.report === 'text' ? report : stderr, summary);
  const isDone = left === 0 && (allRead || !mending.strict);
  if (!mending.write) return { mended: isDone && plan.size === 0, failed };
  const { links, failed: unwritten } = await rewriteFiles(
    {
      selection: { ...selection, files: isText ? selection.files : plan.files, recursive: false },
      encoding,
      rewriter: plan.rewriter,
      output: 'write',
    },
    {
      write: (output) => write(isText || mending.report === 'text' ? stdout : stderr, output),
      note: (text) => write(stderr, text),
      // The reading before the checks has said it.
      unread: () => Promise.resolve(),
    },
    pipes,
  );
  return { mended: isDone && links === plan.size, failed: failed || unwritten > 0 };
}

/** Does work once for each URL. */
function once<Others extends readonly unknown[], Result>(
  work: (url: string, ...others: Others) => Promise<Result>,
): (url: string, ...others: Others) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (url, ...others) => {
    const known = results.get(url);
    if (known !== undefined) return known;
    const result = work(url, ...others);
    results.set(url, result);
    return result;
  };
}

/** The replacements of a run, and the files that get them. */
class MendPlan {
  /** By canonical URLs without fragments. */
  readonly #urls = new Map<string, string>();
  readonly #files = new Set<string>();
  /** The places that get a replacement. */
  size = 0;

  add({ checked, replacement, place }: MendedPlace): void {
    if (replacement === null || !('canonical' in checked)) return;
    this.#urls.set(withoutFragment(checked.canonical), replacement.url);
    this.#files.add(place.file);
    this.size++;
  }

  get files(): readonly string[] {
    return [...this.#files];
  }

  get rewriter(): LinkRewriter {
    return {
      movesBase: true,
      takesForms: false,
      rewrite: (url) => {
        const canonical = safeCanonicalize(url);
        const replacement = canonical.ok ? this.#urls.get(withoutFragment(canonical.value)) : undefined;
        if (replacement === undefined || !canonical.ok) return { kind: 'other' };
        const [fragment = ''] = /#.*$/.exec(canonical.value) ?? [];
        const whole = replacement.includes('#') ? replacement : replacement + fragment;
        return { kind: 'change', url: whole, changesMeaning: false };
      },
    };
  }
}

function withoutFragment(canonical: string): string {
  return canonical.replace(/#.*$/, '');
}

/** The line for a link: all links for programs, those that need attention for people. */
function lineFor({ checked, replacement, note, suggestion, place }: MendedPlace, report: Mending['report']): string {
  const { file, line, column } = place;
  if (report === 'ndjson') {
    const asked = suggestion === null ? {} : { suggestion };
    return `${withoutPasswords(jsonText({ file, line, column, ...checked, replacement, ...asked, note }))}\n`;
  }
  const where = `${masked(file)}:${line}:${column}: `;
  if ('error' in checked) return `${where}invalid: ${masked(checked.input)} (${checked.error.message})\n`;
  const found = `${where}${checked.status}: ${masked(checked.input)}`;
  const suggested = masked(suggestionWords(suggestion));
  if (replacement !== null) {
    const { url, source, copy } = replacement;
    const own = source === 'same' ? `same: ${suggestion?.reason}` : source;
    const from = copy === null ? own : `copy of ${copy.datetime} in ${copy.name}`;
    return `${found} → ${masked(url)} (${masked(from)})${source === 'same' ? '' : suggested}\n`;
  }
  const words = isFine(checked) ? note : (note ?? checked.reply ?? checked.detail);
  if (words === null && suggested === '') return '';
  return `${found}${words === null ? '' : ` (${masked(words)})`}${suggested}\n`;
}

function isFine(checked: Extract<CheckedLink, { canonical: string }>): boolean {
  return checked.status === 'alive' || checked.status === 'not-checked';
}
