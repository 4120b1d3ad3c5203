/**
 * What the Worker writes to its log: one line of JSON for each request, and one for each fault of its own.
 * Neither may hold what people asked for: no path, query, user info or address.
 */
import { ConfigurationError } from './env.ts';
import type { Notes } from './http/request-context.ts';

/** Writes the line of a request. `ms` counts on the platform's clock, which stands still while code runs. */
export function logRequest(method: string, notes: Notes, status: number, ms: number): void {
  console.log(JSON.stringify({ method, ...notes, status, ms }));
}

/** Writes the line of a fault: its name and where it happened. Its message may quote a URL, so it stays out. */
export function logFault(error: unknown): void {
  const { name, stack = '' } = error instanceof Error ? error : new TypeError();
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const detail = error instanceof ConfigurationError ? error.message : null;
  console.error(JSON.stringify({ fault: name, detail, frames: frames.map((frame) => frame.trim()) }));
}
