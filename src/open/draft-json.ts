/** The JSON of the draft of a message. */
import type { Draft } from './opened.ts';

export function draftJson({ shape: kind, url, to, headers, blindCopies, leftOut, href }: Draft): object {
  return { kind, url, to, headers, blindCopies, leftOut, href };
}
