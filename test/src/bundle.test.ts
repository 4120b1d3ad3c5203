/** The bundle of `explain`: requests of the old protocols belong to it, the decoders of answers do not. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Modules that only a gateway needs: those that decode the answers of servers. */
const DECODERS = [
  'src/protocols/wais/answer.ts',
  'src/protocols/wais/database.ts',
  'src/protocols/wais/marked-text.ts',
  'src/protocols/wais/retrieval-answer.ts',
  'src/protocols/prospero/ardp.ts',
  'src/protocols/prospero/links.ts',
  'src/protocols/cnrp/answer.ts',
  'src/protocols/cnrp/xml.ts',
  'src/protocols/gopher/menu.ts',
];

/** What a request of the protocols whose answers are binary needs. */
const NEEDED = [
  ...['src/schemes/wais/request.ts', 'src/schemes/wais/messages.ts', 'src/schemes/wais/fields.ts'],
  ...['src/schemes/prospero/request.ts', 'src/schemes/prospero/tokens.ts', 'src/schemes/go/request.ts'],
];

/** The code of a bundle of one export, the modules that it reads, and those of which something is left in it. */
async function bundleOf(contents: string): Promise<{ code: string; modules: string[]; used: string[] }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const left = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {});
  return {
    code: outputFiles[0]?.text ?? '',
    modules: Object.keys(metafile.inputs),
    used: left.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  };
}

test('explain needs no decoder of answers, nor the XML parser', async () => {
  for (const decoder of DECODERS) expect(existsSync(join(root, decoder)), decoder).toBe(true);
  const { code, modules, used } = await bundleOf("export { explain } from './src/index.ts';");
  expect(used).toEqual(expect.arrayContaining(NEEDED));
  expect(modules.filter((module) => DECODERS.includes(module) || module.includes('node_modules'))).toEqual([]);
  // The reader of WAIS messages is in the module of their fields.
  expect(code).not.toContain('The answer ends too early.');
});

test('the gateway of CNRP does reach them', async () => {
  const { modules } = await bundleOf("export { parseAnswer } from './src/protocols/cnrp/answer.ts';");
  expect(modules).toContain('src/protocols/cnrp/xml.ts');
});
