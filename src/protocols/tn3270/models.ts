/** The models of 3270 terminals: their alternate sizes, and the names by which hosts know them. */
import type { Size } from './screen.ts';

export type Model = 2 | 3 | 4 | 5;

/** The size that Erase/Write Alternate selects. */
export const MODEL_SIZES: Readonly<Record<Model, Size>> = {
  2: { rows: 24, columns: 80 },
  3: { rows: 32, columns: 80 },
  4: { rows: 43, columns: 80 },
  5: { rows: 27, columns: 132 },
};

/** The terminal type of a traditional connection (RFC 1576): a colour terminal that answers queries. */
export const terminalTypeOf = (model: Model): string => `IBM-3279-${model}-E`;

/** The device type of TN3270E, whose list has no 3279 (RFC 2355 §7.1.1). */
export const deviceTypeOf = (model: Model): string => `IBM-3278-${model}-E`;
