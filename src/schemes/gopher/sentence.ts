/** The sentence that says what a gopher URL refers to. */
import type { ResolutionOf } from '../scheme.ts';
import { capital, hostAndPort, quote } from '../sentence-parts.ts';
import type { GopherDetails } from './details.ts';
import { itemTypes } from './item-types.ts';
import type { GopherPlus } from './plus-string.ts';

type GopherResolution = ResolutionOf<'gopher', GopherDetails, unknown>;

export function gopherSentence({ details, components, scheme }: GopherResolution): string {
  const { type, selector, search, gopherPlus } = details;
  const name = itemTypes.get(type)?.name ?? `item of type ${quote(type)}`;
  const item = type === '1' ? `gopher ${name}` : name;
  const place = scheme === 'gophers' ? `${hostAndPort(components)} over TLS` : hostAndPort(components);
  const main = type === '1' && selector === '' && search === null && gopherPlus === null;
  if (main) return `The main menu of the gopher server on ${place}.`;
  const by = selector === '' ? 'empty selector' : `selector ${quote(selector)}`;
  const words = search === null || search === '' ? '' : ` for ${quote(search)}`;
  const plus = gopherPlus === null ? '' : `, ${plusPhrase(gopherPlus)}`;
  return `${capital(indefinite(item))} on ${place}${words} (${by})${plus}.`;
}

function plusPhrase({ kind, view, language, attributes, answers }: GopherPlus): string {
  const named = ['attributes', ...attributes].join(' ');
  const variant = [view, language].flatMap((part) => (part === null ? [] : [quote(part)])).join(' in ');
  switch (kind) {
    case 'default':
      return 'requested with Gopher+';
    case 'view':
      return `as ${variant}`;
    case 'ask':
      return 'with a form to fill in';
    case 'form':
      return `with a filled-in form: ${answers.map(quote).join(', ')}`;
    case 'attributes':
      return `only its ${named}`;
    case 'directoryAttributes':
      return `only the ${named} of its items`;
    case 'other':
      return 'with an unknown Gopher+ string';
  }
}

/** `an image` and `an XML document`, but `a menu`. */
function indefinite(noun: string): string {
  return `${/^(?:[aei]|HTML|XML)/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
