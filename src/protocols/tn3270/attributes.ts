/** Extended attributes of fields and characters (GA23-0059, "Attributes"). */
import { ATTRIBUTE, CHARACTER_SET } from './codes.ts';

/** Each is 0 by default; the default of a character is the value of its field. */
export interface Attributes {
  readonly highlighting: number;
  readonly color: number;
  readonly background: number;
  readonly characterSet: number;
}

/** The type and the value of an attribute. */
export type AttributePair = readonly [type: number, value: number];

export const DEFAULT_ATTRIBUTES: Attributes = { highlighting: 0, color: 0, background: 0, characterSet: 0 };

const names: ReadonlyMap<number, keyof Attributes> = new Map([
  [ATTRIBUTE.highlighting, 'highlighting'],
  [ATTRIBUTE.color, 'color'],
  [ATTRIBUTE.characterSet, 'characterSet'],
  [ATTRIBUTE.background, 'background'],
]);

/** The attributes with other values. Types that the screen does not show, such as outlining, change nothing. */
export function withPairs(attributes: Attributes, pairs: readonly AttributePair[]): Attributes {
  let result = attributes;
  for (const [type, value] of pairs) {
    if (type === ATTRIBUTE.all) result = DEFAULT_ATTRIBUTES;
    const name = names.get(type);
    if (name !== undefined) result = { ...result, [name]: value };
  }
  return result;
}

/** The pairs by which attributes differ from others, in the order of their types. */
export function differingPairs(attributes: Attributes, others: Attributes): AttributePair[] {
  return [...names].flatMap(([type, name]) =>
    attributes[name] === others[name] ? [] : [[type, attributes[name]] as const],
  );
}

/** The field attribute among pairs; `null` if there is none. */
export function fieldAttributeOf(pairs: readonly AttributePair[]): number | null {
  return pairs.findLast(([type]) => type === ATTRIBUTE.field)?.[1] ?? null;
}

/** Whether pairs select the double-byte character set, which the screen does not have. */
export function hasDoubleByte(pairs: readonly AttributePair[]): boolean {
  return pairs.some(([type, value]) => type === ATTRIBUTE.characterSet && value === CHARACTER_SET.doubleByte);
}
