/** What the browser at hand makes of a URL. */
import type { Question } from '../question.ts';
import type { Native } from '../spelling.tsx';

export function nativeReading({ text, base }: Question): Native {
  try {
    return { href: new URL(text, base === '' ? undefined : base).href };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
