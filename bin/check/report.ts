/** What a run of `check` prints: lines for people, NDJSON, annotations of GitHub, or a document of JUnit or SARIF. */
import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeXml, jsonText } from '../../src/octets/controls.ts';
import { STATUS_NAMES, STATUSES } from '../../src/open/statuses.ts';
import { withoutPasswords } from '../../src/uri/user-info.ts';
import { masked } from '../masked.ts';
import type { SuccessorSuggestion } from '../network/contract.ts';
import type { OptionsOf } from '../usage/options.ts';
import type { ItemVerdict } from './verdict.ts';

export type ReportName = NonNullable<OptionsOf<'check'>['report']>;

/** A report while it is written. */
interface CheckReport {
  /** What is printed about a link when it is checked; empty = nothing yet, or nothing at all. */
  readonly add: (verdict: ItemVerdict) => string;
  /** What is printed when all links are checked. */
  readonly end: () => string;
  /** A summary in Markdown, for the page of a job of GitHub; absent = the report has none. */
  readonly summary?: (tally: CheckTally) => string;
}

/** @param version - of the program */
export function beginReport(name: ReportName, version: string): CheckReport {
  switch (name) {
    case 'ndjson':
      return inLines((verdict) => `${withoutPasswords(jsonText({ ...placeJson(verdict), ...verdict.record }))}\n`);
    case 'github':
      return new AnnotationReport();
    case 'text':
      return inLines((verdict) => (verdict.fails || hasSuggestion(verdict) ? `${verdictSentence(verdict)}\n` : ''));
    case 'junit':
      return new JunitReport();
    case 'sarif':
      return new SarifReport(version);
  }
}

const inLines = (add: CheckReport['add']): CheckReport => ({ add, end: () => '' });

const isFine = ({ fails, status }: ItemVerdict): boolean => !fails && (status === 'alive' || status === 'not-checked');

/** Whether a report has something to say of a link: of one that is fine, only a suggestion. */
const isFinding = (verdict: ItemVerdict): boolean => !isFine(verdict) || hasSuggestion(verdict);

/** How much a finding matters. */
const levelOf = (verdict: ItemVerdict): 'error' | 'warning' | 'note' =>
  verdict.fails ? 'error' : verdict.isUndecided || isFine(verdict) ? 'note' : 'warning';

/** The title of a finding. */
const titleOf = ({ status, isUndecided }: ItemVerdict): string =>
  `Link: ${isUndecided ? `${status}, not decided` : status}`;

/** What is said of a link, in one line. */
function findingOf({ url, words, location, suggestion }: ItemVerdict): string {
  const next = location === null ? '' : ` → ${location}`;
  return withoutPasswords(`${url}${next}: ${words}${suggestionWords(suggestion)}`);
}

function placeJson({ place }: ItemVerdict): object {
  return place === null ? {} : { file: place.file, line: place.line, column: place.column };
}

const hasSuggestion = ({ suggestion }: Pick<ItemVerdict, 'suggestion'>) => (suggestion?.url ?? null) !== null;

/** What follows the sentence about a link: `; suggestion: https://h.example/a (likely: …)`, or nothing. */
export function suggestionWords(suggestion: SuccessorSuggestion | null): string {
  if (suggestion === null || suggestion.url === null) return '';
  const { url, certainty, reason } = suggestion;
  return `; suggestion: ${url} (${certainty}: ${reason})`;
}

function verdictSentence({ place, status, url, words, location, suggestion }: ItemVerdict): string {
  const where = place === null ? '' : `${masked(place.file)}:${place.line}:${place.column}: `;
  const next = location === null ? '' : ` → ${masked(location)}`;
  return `${where}${status}: ${masked(url)}${next} (${masked(words)})${masked(suggestionWords(suggestion))}`;
}

/** How many findings a summary has: GitHub takes 1 MiB. */
const MOST_SUMMARISED = 500;

/** Annotations, and a summary for the page of the job. */
class AnnotationReport implements CheckReport {
  readonly #findings: string[] = [];
  #found = 0;

  add(verdict: ItemVerdict): string {
    if (!isFinding(verdict)) return '';
    this.#found++;
    if (this.#findings.length < MOST_SUMMARISED) this.#findings.push(verdictSentence(verdict));
    return annotationOf(verdict);
  }

  end(): string {
    return '';
  }

  summary(tally: CheckTally): string {
    const more = this.#found - this.#findings.length;
    // Nothing has a meaning in indented code. A sentence has no line end.
    const lines = [...this.#findings, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `    ${line}\n`);
    return `### Links\n\n${tally}\n${lines.length === 0 ? '' : `\n${lines.join('')}`}`;
  }
}

/** An annotation (GitHub, "Workflow commands"). */
function annotationOf(verdict: ItemVerdict): string {
  const { place } = verdict;
  const properties = [
    ...(place === null ? [] : [`file=${property(place.file)}`, `line=${place.line}`, `col=${place.column}`]),
    `title=${property(titleOf(verdict))}`,
  ];
  const level = { error: 'error', warning: 'warning', note: 'notice' }[levelOf(verdict)];
  return `::${level} ${properties.join(',')}::${message(findingOf(verdict))}\n`;
}

/** As the runner of GitHub reads them: a line end would begin another command. */
function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A suite of JUnit for each file: a link is a test case. */
class JunitReport implements CheckReport {
  /** The cases of each file, and how many of them failed or were skipped. */
  readonly #suites = new Map<string, { cases: string[]; failures: number; skipped: number }>();

  add(verdict: ItemVerdict): string {
    const { place, status, url, fails, isUndecided } = verdict;
    const name = place?.file ?? 'links';
    const suite = this.#suites.get(name) ?? { cases: [], failures: 0, skipped: 0 };
    this.#suites.set(name, suite);
    const words = xml(findingOf(verdict));
    const isSkipped = !fails && (isUndecided || status === 'not-checked');
    const outcome = fails
      ? `<failure type="${status}" message="${words}"/>`
      : isSkipped
        ? `<skipped message="${words}"/>`
        : '';
    if (fails) suite.failures++;
    if (isSkipped) suite.skipped++;
    const where = place === null ? '' : `${place.line}:${place.column} `;
    const attributes = `classname="${xml(name)}" name="${xml(`${where}${withoutPasswords(url)}`)}"`;
    suite.cases.push(outcome === '' ? `<testcase ${attributes}/>` : `<testcase ${attributes}>${outcome}</testcase>`);
    return '';
  }

  end(): string {
    const suites = [...this.#suites].map(([name, { cases, failures, skipped }]) => {
      const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
      return `<testsuite name="${xml(name)}" ${counts}>\n${cases.join('\n')}\n</testsuite>\n`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="waypost check">\n${suites.join('')}</testsuites>\n`;
  }
}

/** A text in an attribute of XML 1.0, which has no place for other control characters and halves of pairs (§2.2). */
function xml(text: string): string {
  return escapeXml(
    masked(text)
      .toWellFormed()
      .replace(/[\ufffe\uffff]/g, '\ufffd'),
  );
}

/** A log of SARIF 2.1.0: a link that needs attention is a result. */
class SarifReport implements CheckReport {
  readonly #results: object[] = [];
  readonly #version: string;

  constructor(version: string) {
    this.#version = version;
  }

  add(verdict: ItemVerdict): string {
    if (!isFinding(verdict)) return '';
    const { place, status } = verdict;
    this.#results.push({
      ruleId: status,
      level: levelOf(verdict),
      message: { text: masked(findingOf(verdict)) },
      ...(place !== null && {
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: addressOf(place.file) },
              region: { startLine: place.line, startColumn: place.column },
            },
          },
        ],
      }),
    });
    return '';
  }

  end(): string {
    const rules = [...STATUS_NAMES.map((id) => ({ id, text: STATUSES[id].meaning })), INVALID];
    const driver = {
      name: 'waypost',
      semanticVersion: this.#version,
      rules: rules.map(({ id, text }) => ({ id, shortDescription: { text } })),
    };
    const run = { tool: { driver }, columnKind: 'unicodeCodePoints', results: this.#results };
    return `${JSON.stringify({ $schema: SARIF, version: '2.1.0', runs: [run] }, null, 2)}\n`;
  }
}

const SARIF = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const INVALID = { id: 'invalid', text: 'This is not a URL, or it could not be checked.' };

/** The address of a file: a relative one for a path that is (SARIF 2.1.0 §3.4.3). */
function addressOf(file: string): string {
  return isAbsolute(file) ? pathToFileURL(file).href : file.split(sep).map(encodeURIComponent).join('/');
}

/** Counts of a run. */
export class CheckTally {
  readonly #counts = new Map<string, number>();
  #links = 0;

  add({ status }: Pick<ItemVerdict, 'status'>): void {
    this.#links++;
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  /** `12 links: 10 alive, 1 gone, 1 not-checked`. */
  toString(): string {
    const parts = [...this.#counts].map(([status, number]) => `${number} ${status}`);
    const links = `${this.#links} ${this.#links === 1 ? 'link' : 'links'}`;
    return parts.length === 0 ? links : `${links}: ${parts.join(', ')}`;
  }
}
