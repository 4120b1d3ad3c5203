/** `npm run self-host`: builds the server into `dist/server`, and starts it there with the same arguments. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build.ts';

const folder = join(import.meta.dirname, '../../dist/server');
await buildServer(folder);
await import(pathToFileURL(join(folder, 'server.js')).href);
