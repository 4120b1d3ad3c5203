/** The URL that a definition gives as its example, for schemes that come without a generator of their own. */
import fc from 'fast-check';
import { type Model, model } from './model.ts';
import { literal } from './text.ts';

/** The example in two spellings of its scheme, sometimes with a fragment. What it means is left open. */
export function exampleOf(scheme: string, example: string): fc.Arbitrary<Model> {
  return model(scheme, fc.constant({ rest: literal(example.slice(`${scheme}:`.length)), details: {} }));
}
