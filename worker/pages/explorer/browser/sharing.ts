/**
 * The question in the fragment of the address: whoever gets the address sees the same, and no server ever does.
 */
import { parametersOf, type Question, questionOf } from '../question.ts';

/** A longer question does not go into the address: nobody could send it on. */
const LONGEST = 4000;

/** The question of the address; `null` where it has none. */
export function sharedQuestion(): Question | null {
  const parameters = location.hash.slice(1);
  return /^(?:url|base)=/.test(parameters) ? questionOf(parameters) : null;
}

/** Puts a question into the address, without a step in the history for each. */
export function keepShared(question: Question): void {
  const parameters = parametersOf(question);
  const address = parameters === '' || parameters.length > LONGEST ? '/' : `/#${parameters}`;
  const { pathname, search, hash } = location;
  if (pathname + search + hash === address) return;
  // What the server was asked stands in the address already.
  if (pathname === '/inspect' && parametersOf(questionOf(search.slice(1))) === parameters) return;
  history.replaceState(null, '', address);
}
