#!/usr/bin/env node
/**
 * The command `waypost`.
 */
import process from 'node:process';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), process);
