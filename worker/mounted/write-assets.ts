/**
 * The program `worker/write-assets.js` of the package: writes the static files of the gateways' pages into a folder,
 * for Workers that serve static assets of their own.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { files } from './assets.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder of your static assets: node write-assets.js public');
  process.exit(2);
}
for (const [path, text] of Object.entries(files)) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
