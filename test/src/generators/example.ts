/** The example URL of a definition, for schemes without a generator. */
import fc from 'fast-check';
import { type Model, model } from './model.ts';
import { literal } from './text.ts';

/** The example in two spellings of its scheme, sometimes with a fragment. Its meaning is not checked. */
export function exampleOf(scheme: string, example: string): fc.Arbitrary<Model> {
  return model(scheme, fc.constant({ rest: literal(example.slice(`${scheme}:`.length)), details: {} }));
}
