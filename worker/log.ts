/**
 * The log of the Worker: one line of JSON for each request, and one for each fault of the Worker itself. Neither may
 * hold a path, a query, user info or the address of a client.
 */
import { ConfigurationError } from './configuration-error.ts';
import type { Notes } from './http/request-context.ts';

/** Writes the line of a request. `ms` is time on the platform's clock, which stands still while code runs. */
export function logRequest(method: string, notes: Notes, status: number, ms: number): void {
  console.log(JSON.stringify({ method, ...notes, status, ms }));
}

/** Writes the line of a fault: its name and its place in the code. The message may quote a URL, so it is left out. */
export function logFault(error: unknown): void {
  const { name, stack = '' } = error instanceof Error ? error : new TypeError();
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const detail = error instanceof ConfigurationError ? error.message : null;
  console.error(JSON.stringify({ fault: name, detail, frames: frames.map((frame) => frame.trim()) }));
}
