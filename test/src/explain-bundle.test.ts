/** The bundle of `explain`: requests of the old protocols belong to it, the decoders of answers do not. */
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** What a bundle of `explain` needs of the protocols whose answers are binary. */
const NEEDED = {
  wais: ['request', 'messages', 'fields'],
  prospero: ['request', 'tokens'],
};

test('explain needs no decoder of answers', async () => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: "export { explain } from './src/index.ts';", resolveDir: process.cwd() },
    ...{ bundle: true, format: 'esm', minify: true, write: false, metafile: true },
  });
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : [],
  );
  for (const [kind, needed] of Object.entries(NEEDED)) {
    for (const name of needed) expect(used).toContain(`src/schemes/${kind}/${name}.ts`);
  }
  const decoders = /\/(?:answer|init|database|marked-text|ardp|links|attributes)\.ts$/;
  expect(used.filter((path) => /schemes\/(?:wais|prospero)\//.test(path) && decoders.test(path))).toEqual([]);
  // The reader of WAIS messages is in the module of their fields.
  expect(outputFiles[0]?.text).not.toContain('The answer ends too early.');
});
