/** Programs in Node that tests start are guarded, too. */
import { join } from 'node:path';

export default function setUp(): void {
  const child = JSON.stringify(join(import.meta.dirname, 'child.ts'));
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${child}`;
}
