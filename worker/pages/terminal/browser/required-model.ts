/** Hosts that insist on a larger screen say so in words, and end the session: "Plain model 4 required." */
import type { Model } from '../../../../src/protocols/tn3270/screen.ts';

const REQUIRED = /\bmodel[ -]([2-5])\b[^.\n]*\brequired\b|\brequires?\b[^.\n]*\bmodel[ -]([2-5])\b/i;

/** A model by its number; `null` = there is none. */
export function modelOf(number: string | null | undefined): Model | null {
  switch (number) {
    case '2':
      return 2;
    case '3':
      return 3;
    case '4':
      return 4;
    case '5':
      return 5;
    default:
      return null;
  }
}

/** The model that a text asks for; `null` = none. */
export function requiredModel(text: string): Model | null {
  const [, before, behind] = REQUIRED.exec(text) ?? [];
  return modelOf(before ?? behind);
}
