/** The traces in the documents: what a request calls, step by step. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The documents with traces. */
const DOCUMENTS = ['docs/contributing/traces.md'];

/** A function that a step names. */
export interface NamedFunction {
  /** The number of the step. */
  readonly step: string;
  /** `file:name`. */
  readonly call: string;
}

export interface Trace {
  readonly document: string;
  /** The request, without its marks of code. */
  readonly request: string;
  /** In the order of the text. */
  readonly functions: readonly NamedFunction[];
}

/** A line in bold, and the numbered list below it: its items, with what is indented below them. */
const TRACE = /^\*\*(.+)\*\*.*\n\n((?:(?:\d+\.| +-) .*\n)+)/gm;

/** The traces in a text. A list without functions is not a trace. */
export function tracesIn(document: string, text: string): readonly Trace[] {
  const traces = [...text.matchAll(TRACE)].map(([, request = '', steps = '']) => ({
    document,
    request: request.replaceAll('`', ''),
    functions: functionsOf(steps),
  }));
  return traces.filter(({ functions }) => functions.length > 0);
}

function functionsOf(steps: string): readonly NamedFunction[] {
  let step = '';
  return steps.split('\n').flatMap((line) => {
    step = /^(\d+)\./.exec(line)?.[1] ?? step;
    return [...line.matchAll(/`((?:src|worker|bin)\/[\w./-]+:\w+)`/g)].map(([, call = '']) => ({ step, call }));
  });
}

/** The traces in all documents. */
export function traces(): readonly Trace[] {
  return DOCUMENTS.flatMap((document) => tracesIn(document, readFileSync(join(root, document), 'utf8')));
}
