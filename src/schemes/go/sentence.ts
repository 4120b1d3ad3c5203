/** The sentence for a go URL. */
import type { ResolutionOf } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';
import type { GoDetails } from './details.ts';

type GoResolution = ResolutionOf<'go', GoDetails, unknown>;

export function goSentence({ details }: GoResolution): string {
  const { server, commonName, attributes, id } = details;
  const where = server === null ? 'by whichever name service the reader has' : `by the name service at ${server}`;
  if (id !== null) return `The entry ${quote(id)}, looked up ${where}.`;
  if (commonName === null) return `What is on offer, told ${where}.`;
  const limits = attributes.map(({ name, value }) => `${name} ${quote(value)}`).join(', ');
  return `The common name ${quote(commonName)}${limits === '' ? '' : ` with ${limits}`}, looked up ${where}.`;
}
