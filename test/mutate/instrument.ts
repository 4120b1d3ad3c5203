/** A module with all of its mutants in it, of which a global selects one. */
import type { Mutant } from './mutants.ts';

/** A mutant with its number in the run. */
export interface Numbered extends Mutant {
  readonly id: number;
}

/** The global function that says whether a mutant is active, as each module calls it. */
const SELECTED = '__mutant';

/**
 * What each module ends with. `__active` is the number of the mutant; whoever sets `__reached` learns which mutants a
 * test could notice.
 */
const SELECTOR = `
function ${SELECTED}(id) {
  globalThis.__reached?.(id);
  return globalThis.__active === id;
}
`;

/**
 * Writes all mutants of a module into it: each place becomes a choice between its mutants and itself.
 *
 * @param code - the module that the mutants are of
 */
export function instrumented(code: string, mutants: readonly Numbered[]): string {
  const outerFirst = mutants.toSorted((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  let next = 0;

  /** The text from one place to another, with the mutants that lie in it. */
  function between(start: number, end: number): string {
    let text = '';
    let at = start;
    while (next < outerFirst.length) {
      const first = outerFirst[next];
      if (first === undefined || first.start >= end || first.end > end) break;
      const here: Numbered[] = [];
      for (let same = outerFirst[next]; same?.start === first.start && same.end === first.end; ) {
        here.push(same);
        next += 1;
        same = outerFirst[next];
      }
      text += code.slice(at, first.start) + chosen(here, between(first.start, first.end));
      at = first.end;
    }
    return text + code.slice(at, end);
  }
  return between(0, code.length) + SELECTOR;
}

/** A choice between mutants of one place and what stands there. */
function chosen(mutants: readonly Numbered[], original: string): string {
  const [first] = mutants;
  if (first?.is === 'statements') return `{ if (!${SELECTED}(${first.id})) { ${original} } }`;
  const choices = mutants.map(({ id, text }) => `${SELECTED}(${id}) ? (${text}) : `).join('');
  return `(${choices}(${original}))`;
}
