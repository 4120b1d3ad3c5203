/** Our table of character references says what that of postal-mime says, which it stands for in the bundle. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { htmlEntities } from '../../worker/gateway/entities.ts';

test('every name means the same character', async () => {
  const path = join(import.meta.dirname, '../../node_modules/postal-mime/dist/esm/html-entities.js');
  const whole: { readonly htmlEntities: Readonly<Record<string, string>> } = await import(/* @vite-ignore */ path);
  for (const [name, character] of Object.entries(htmlEntities)) expect(whole.htmlEntities[name], name).toBe(character);
  expect(Object.keys(htmlEntities).length).toBe(96 + 14);
});
