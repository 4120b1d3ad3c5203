/** What the browser at hand makes of a URL, beside what the library does. */
import type { Canonical } from '../../../../src/index.ts';
import type { Question } from '../question.ts';
import type { Native } from '../spelling.tsx';
import { differences } from './differences.ts';

export function nativeReading({ text, base }: Question, canonical: Canonical): Native {
  try {
    const { href } = new URL(text, base === '' ? undefined : base);
    if (href === canonical) return { kind: 'same' };
    const [ours, theirs] = differences(canonical, href);
    return { kind: 'other', ours, theirs };
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}
