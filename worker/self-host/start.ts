/** `npm run self-host`: builds the server into `dist/server`, and starts it there with the same arguments. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build.ts';

const folder = join(import.meta.dirname, '../../dist/server');
const { ppid } = process;
console.log('Waypost is being built into dist/server.');
await buildServer(folder, console.log);
// npm was stopped meanwhile: nobody would stop the server.
if (process.env.npm_lifecycle_event !== undefined && process.ppid !== ppid) process.exit();
await import(pathToFileURL(join(folder, 'server.js')).href);
