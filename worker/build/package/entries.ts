/** The entries of the package besides those of the schemes, each with the path of its module. */
export const ENTRIES: readonly (readonly [entry: string, path: string])[] = [
  ['.', 'src/index'],
  ['./canonical', 'src/canonical'],
  ['./protocols', 'src/protocols/index'],
  ['./protocols/node', 'bin/protocols-node'],
  ['./scheme', 'src/scheme'],
  ['./surt', 'src/surt'],
  ['./text', 'src/text/index'],
  ['./text/html', 'src/text/html'],
  ['./text/markdown', 'src/text/markdown'],
  ['./text/mediawiki', 'src/text/mediawiki'],
  ['./text/tables', 'src/text/tables'],
  ['./webhooks', 'src/webhooks/index'],
  ['./webhooks/node', 'bin/webhooks-node'],
  ['./webhooks/workers', 'worker/webhooks'],
  ['./worker', 'worker/index'],
  ['./worker/assets', 'worker/assets'],
];
