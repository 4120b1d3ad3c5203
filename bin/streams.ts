/** The streams and variables that a run of the command line uses. */
import type { Readable, Writable } from 'node:stream';
import type { OutputStream } from './terminal.ts';

export interface StandardStreams {
  readonly stdin: Readable & OutputStream;
  readonly stdout: Writable & OutputStream;
  readonly stderr: Writable & OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}
