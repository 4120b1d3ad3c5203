/** The files beside the scheme definitions. Every kind has them, although the build also works without them. */
import { describe, expect, test } from 'vitest';
import { explain, schemes } from '../../../src/index.ts';
import { definedKinds, readDocumentation } from '../../../worker/build/beside-definitions.ts';

describe.each(definedKinds)('%s', (kind) => {
  test('has the schemas of its details and request', async () => {
    const schema = (await readDocumentation(kind))?.schema;
    expect(schema?.details).toBeTypeOf('object');
    const canRequest = [...schemes.values()].some(
      (definition) => definition.kind === kind && explain(definition.example).request !== null,
    );
    expect(schema?.request !== undefined).toBe(canRequest);
  });

  test('has entries of its schemes in the gallery', async () => {
    const kinds = (await readDocumentation(kind))?.gallery.map(({ url }) => explain(url).kind);
    expect(new Set(kinds)).toEqual(new Set([kind]));
  });
});
