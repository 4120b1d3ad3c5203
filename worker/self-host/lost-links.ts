/**
 * Notices that the folder of the stores is gone, as after a restore that left it out. A server would start without
 * links, and answer 404 to everybody. A mark beside the folder says that there was one.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORE } from './configuration.ts';

/** An empty file. */
export const MARK = `${STORE}.mark`;

/** Marks a data folder that has stores. */
export function markLinks(data: string): void {
  if (existsSync(join(data, STORE))) writeFileSync(join(data, MARK), '');
}

/** Whether a data folder had stores, and has none. */
export function hasLostLinks(data: string): boolean {
  return existsSync(join(data, MARK)) && !existsSync(join(data, STORE));
}
