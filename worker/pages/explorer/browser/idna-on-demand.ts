/**
 * UTS 46 for the explorer, in place of `src/idna/idna.ts`. Few hosts need it, so the browser loads it as a file of its
 * own when one does. What the library was asked then is asked again.
 */
import type { Idna } from '../../../../src/index.ts';

/** Thrown by the library if a host needs UTS 46 before {@link loadIdna} has loaded it. */
export class IdnaNotLoaded extends Error {}

type State = 'absent' | 'failed' | Idna;

let state: State = 'absent';
/** How often loading has failed. Some browsers remember a failure by the address, so each attempt has another one. */
let failures = 0;

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

/** Loads UTS 46 from the folder of this script. Afterwards nothing throws {@link IdnaNotLoaded}, even if that failed. */
export async function loadIdna(): Promise<void> {
  const address = new URL('idna.js', import.meta.url);
  // The query of the script changes with each deployment.
  address.search = new URL(import.meta.url).search + (failures === 0 ? '' : `&attempt=${failures}`);
  try {
    const loaded: { readonly idna: Idna } = await import(address.href);
    state = loaded.idna;
  } catch {
    failures += 1;
    state = 'failed';
  }
}

/** If loading has failed, the next host that needs UTS 46 has it loaded again. */
export function retryIdna(): void {
  if (state === 'failed') state = 'absent';
}
