/** The rows of other projects' test suites: one JSON object a line, one file for each suite and operation. */
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

/** Every row of every `*.jsonl` file in a folder, in the order of the files' names. */
export function readRows(folder: string): readonly Row[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line): Row => JSON.parse(line));
}
