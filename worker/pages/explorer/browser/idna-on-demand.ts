/**
 * UTS 46 for the explorer, in place of `src/idna/idna.ts`. Few hosts need it, so the browser loads it as a file of its
 * own when one does. What the library was asked then is asked again.
 */
import type { Idna } from '../../../../src/index.ts';
import { loadModule } from './on-demand.ts';

/** Thrown by the library if a host needs UTS 46 before {@link loadIdna} has loaded it. */
export class IdnaNotLoaded extends Error {}

type State = 'absent' | 'failed' | Idna;

let state: State = 'absent';

function implementation(): Idna | null {
  if (state === 'absent') throw new IdnaNotLoaded();
  return state === 'failed' ? null : state;
}

export const idna: Idna = {
  get available() {
    return implementation() !== null;
  },
  toAscii: (domain) => implementation()?.toAscii(domain) ?? null,
  toUnicode: (domain) => implementation()?.toUnicode(domain) ?? null,
};

/** Loads UTS 46. Afterwards nothing throws {@link IdnaNotLoaded}, even if that failed. */
export async function loadIdna(): Promise<void> {
  try {
    state = (await loadModule<{ readonly idna: Idna }>('idna.js')).idna;
  } catch {
    state = 'failed';
  }
}

/** If loading has failed, the next host that needs UTS 46 has it loaded again. */
export function retryIdna(): void {
  if (state === 'failed') state = 'absent';
}
