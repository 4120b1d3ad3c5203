/** The rows of other projects' test suites: one JSON object per line, one file per suite and operation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Operation =
  | 'resolve'
  | 'normalize'
  | 'normalize-path'
  | 'roundtrip'
  | 'equal'
  | 'request'
  | 'host-ipv4'
  | 'surt'
  | 'telnet-clean'
  | 'validate';

export interface Row {
  readonly suite: string;
  readonly op: Operation;
  readonly input: string;
  readonly base?: string;
  readonly expect?: string | boolean | null;
  readonly valid?: boolean;
  readonly other?: string;
  /** The specification that the suite follows, where it says so. */
  readonly spec?: string;
  readonly note?: string;
}

/** What a folder of suites holds. */
export interface Suites {
  /** Every row with an operation, in the order of the file names. */
  readonly rows: readonly Row[];
  /** Files that also hold lines without an operation, such as recorded sessions, and the number of those lines. */
  readonly otherLines: ReadonlyMap<string, number>;
}

/** Reads every `*.jsonl` file in a folder. Lines without `op` have a shape of their own and are counted, not judged. */
export function readSuites(folder: string): Suites {
  const rows: Row[] = [];
  const otherLines = new Map<string, number>();
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  for (const name of names.sort()) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line.trim() === '') continue;
      const value: Row | { readonly op?: undefined } = JSON.parse(line);
      if (value.op === undefined) otherLines.set(name, (otherLines.get(name) ?? 0) + 1);
      else rows.push(value);
    }
  }
  return { rows, otherLines };
}
