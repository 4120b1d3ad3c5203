/** The example in CONTRIBUTING is a whole scheme room; it runs here as it stands there. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createWaypost } from '../../src/index.ts';

const root = join(import.meta.dirname, '../..');

test('the scheme room shown in CONTRIBUTING is complete', async () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const code = /```ts\n(.*?)```/s.exec(text)?.[1] ?? '';
  const schemes = pathToFileURL(join(root, 'src/schemes/')).href;
  const file = join(mkdtempSync(join(tmpdir(), 'waypost-')), 'finger.ts');
  writeFileSync(
    file,
    code.replace(/from '(\.[^']+)'/g, (_, path: string) => `from '${new URL(path, schemes).pathname}'`),
  );

  const { finger } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const { canonicalize, explain } = createWaypost([finger]);

  expect(canonicalize('FINGER://Host.example:79/%75ser')).toBe('finger://host.example/user');
  expect(explain('finger://host.example/user').details).toEqual({ user: 'user' });
  expect(explain('finger://host.example/user').request).toEqual({ host: 'host.example', port: 79, text: 'user\r\n' });
  expect(explain('finger://host.example/a%0D%0Ab').request).toBeNull();
});
