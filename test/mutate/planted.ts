/** How a fault is printed, and found again. */
import type { Mutant } from './mutants.ts';

/** The most characters of a text that are printed. */
const SHOWN = 160;

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, SHOWN);

/** What stood there → what it becomes. */
export function changeOf(code: string, { start, end, text }: Mutant): string {
  return `${short(code.slice(start, end))} → ${short(text)}`;
}

/** The line of the module in which it begins, without its indentation. */
export function lineOf(code: string, { start }: Mutant): string {
  const end = code.indexOf('\n', start);
  return code.slice(code.lastIndexOf('\n', start - 1) + 1, end === -1 ? undefined : end).trim();
}
