#!/usr/bin/env node
/** The command `waypost`. */
import process from 'node:process';
import { run } from './run.ts';

const status = await run(process.argv.slice(2), process);
// All output is written by now. What still waits, such as a pause between checks, has nobody to wait for.
process.exit(status);
