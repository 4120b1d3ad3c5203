/** The sentence for a go URL. */
import type { ResolutionOf } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';
import type { GoDetails } from './details.ts';

type GoResolution = ResolutionOf<'go', GoDetails, unknown>;

export function goSentence({ details }: GoResolution): string {
  const { server, commonName, attributes, id } = details;
  const where = server === null ? 'the default name service' : `the name service ${server}`;
  if (id !== null) return `The entry ${quote(id)} of ${where}.`;
  if (commonName === null) return `What ${where} offers.`;
  const limits = attributes.map(({ name, value }) => `${name} ${quote(value)}`).join(', ');
  return `The common name ${quote(commonName)}${limits === '' ? '' : ` with ${limits}`}, looked up in ${where}.`;
}
