/** The sizes of the screen in a BIND (IBM GA27-3136, BIND for LU type 2), which TN3270E hosts may pass on. */
import { type Size, SMALLEST_SIZE } from './screen.ts';

/** Where the sizes are: default rows and columns, alternate rows and columns, and which of them hold. */
const SIZES_AT = 20;
const HOLDS_AT = 24;

/** The default size alone, both sizes, and the default with the largest size of the terminal. */
const DEFAULT_ONLY = 0x7e;
const BOTH = 0x7f;
const LARGEST = 0x03;

export interface Sizes {
  readonly default: Size;
  readonly alternate: Size;
}

/**
 * The sizes that a BIND selects. Sizes that the terminal does not have are not taken.
 *
 * @param image - the BIND request
 * @param largest - the alternate size of the terminal
 */
export function sizesOfBind(image: Uint8Array, largest: Size): Sizes {
  const smallest = { default: SMALLEST_SIZE, alternate: SMALLEST_SIZE };
  const holds = image[HOLDS_AT];
  if (holds === LARGEST) return { default: SMALLEST_SIZE, alternate: largest };
  if (holds !== DEFAULT_ONLY && holds !== BOTH) return smallest;
  const [rows = 0, columns = 0, alternateRows = 0, alternateColumns = 0] = image.subarray(SIZES_AT);
  const first = { rows, columns };
  const second = holds === BOTH ? { rows: alternateRows, columns: alternateColumns } : first;
  return fits(first, largest) && fits(second, largest) ? { default: first, alternate: second } : smallest;
}

function fits({ rows, columns }: Size, largest: Size): boolean {
  const enough = rows >= SMALLEST_SIZE.rows && columns >= SMALLEST_SIZE.columns;
  return enough && rows <= largest.rows && columns <= largest.columns;
}
