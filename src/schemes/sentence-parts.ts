/**
 * What the sentences of several schemes are made of. Values stand in quotation marks, since strangers chose them.
 */
import type { Components } from '../uri/canonical-parts.ts';

/** The host, and the port unless it is the default, as people write them. */
export function hostAndPort({ hostUnicode, host, explicitPort }: Components): string {
  return `${hostUnicode ?? host ?? ''}${explicitPort === null ? '' : `:${explicitPort}`}`;
}

/** A value of the URL in quotation marks. */
export function quote(text: string): string {
  return `“${text}”`;
}

/** The text with a capital letter at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
