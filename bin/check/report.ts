/** What a run of `check` prints: lines for people, NDJSON, or annotations of GitHub. */
import { jsonText } from '../../src/octets/controls.ts';
import { withoutPasswords } from '../../src/uri/user-info.ts';
import { masked } from '../masked.ts';
import type { OptionsOf } from '../usage/options.ts';
import type { ItemVerdict } from './verdict.ts';

export type Report = NonNullable<OptionsOf<'check'>['report']>;

/** The line for a link; empty if the report has none. */
export function lineFor(verdict: ItemVerdict, report: Report): string {
  switch (report) {
    case 'ndjson':
      return `${withoutPasswords(jsonText({ ...placeJson(verdict), ...verdict.record }))}\n`;
    case 'github':
      return annotationOf(verdict);
    case 'text':
      return verdict.fails ? `${verdictSentence(verdict)}\n` : '';
  }
}

function placeJson({ place }: ItemVerdict): object {
  return place === null ? {} : { file: place.file, line: place.line, column: place.column };
}

function verdictSentence({ place, status, url, words, location }: ItemVerdict): string {
  const where = place === null ? '' : `${masked(place.file)}:${place.line}:${place.column}: `;
  const next = location === null ? '' : ` → ${masked(location)}`;
  return `${where}${status}: ${masked(url)}${next} (${masked(words)})`;
}

/** An annotation (GitHub, "Workflow commands"); a link that is alive or was not asked about has none. */
function annotationOf(verdict: ItemVerdict): string {
  const { fails, status, place, url, words, location } = verdict;
  if (!fails && (status === 'alive' || status === 'not-checked')) return '';
  const properties = [
    ...(place === null ? [] : [`file=${property(place.file)}`, `line=${place.line}`, `col=${place.column}`]),
    `title=${property(`Link: ${status}`)}`,
  ];
  const next = location === null ? '' : ` → ${location}`;
  return `::${fails ? 'error' : 'warning'} ${properties.join(',')}::${message(withoutPasswords(`${url}${next}: ${words}`))}\n`;
}

/** As the runner of GitHub reads them: a line end would begin another command. */
function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
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
