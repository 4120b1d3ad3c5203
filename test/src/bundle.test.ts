/** What people who build with the library get: the decoders of answers belong to gateways, and are not in it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Modules that only a gateway needs: those that decode the answers of servers. */
const DECODERS = [
  'src/protocols/wais/answer.ts',
  'src/protocols/cnrp/answer.ts',
  'src/protocols/cnrp/xml.ts',
  'src/protocols/gopher/menu.ts',
];

/** The modules that a bundle of one export has, with their paths below the project. */
async function modulesOf(contents: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  return Object.keys(metafile.inputs);
}

test('explain does not reach the decoders of answers, nor the XML parser', async () => {
  for (const decoder of DECODERS) expect(existsSync(join(root, decoder)), decoder).toBe(true);
  const modules = await modulesOf("export { explain } from './src/index.ts';");
  expect(modules).toContain('src/schemes/go/request.ts');
  expect(modules.filter((module) => DECODERS.includes(module) || module.includes('node_modules'))).toEqual([]);
});

test('the gateway of CNRP does reach them', async () => {
  const modules = await modulesOf("export { parseAnswer } from './src/protocols/cnrp/answer.ts';");
  expect(modules).toContain('src/protocols/cnrp/xml.ts');
});
