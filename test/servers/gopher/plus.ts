/**
 * The replies of Gopher+: the header line that tells how a reply ends (§2.3), errors (§2.3), attribute blocks
 * (§2.5 and Appendix I) and the choice of a view (§2.6).
 */
import type { Octets } from '../octets.ts';
import { type Source, stored } from '../source.ts';
import type { AskField, Exhibit, Framing, Gopherspace, View } from './exhibit.ts';
import { descriptor, type MenuStyle, type Place } from './menu.ts';

const CURATOR = 'The Curator <curator@museum.test>';

/**
 * A reply with its header.
 *
 * @param verdict - `+` for an answer, `-` for an apology
 * @param lie - what a faulty server adds to the length that it announces
 */
export function* framed(verdict: '+' | '-', framing: Framing, source: Source, lie = 0): Generator<Buffer> {
  const announced = { length: source.size + lie, period: -1, close: -2 }[framing];
  yield Buffer.from(`${verdict}${announced}\r\n`);
  let last = 0x0a;
  for (const chunk of source.read()) {
    last = chunk.at(-1) ?? last;
    yield chunk;
  }
  if (framing === 'period') yield Buffer.from(last === 0x0a ? '.\r\n' : '\r\n.\r\n');
}

/** As `framed`, for text that was made on the spot. */
export function framedText(verdict: '+' | '-', framing: Framing, text: Octets, lie = 0): Iterable<Buffer> {
  return framed(verdict, framing, stored(Buffer.from(text, 'latin1')), lie);
}

/**
 * An apology. Code 1 is not available, 2 try again later, 3 moved: then the words are the menu line of the new place.
 */
export function apology(code: 1 | 2 | 3, words: Octets, framing: Framing = 'period'): Iterable<Buffer> {
  return framedText('-', framing, `${code} ${CURATOR}\r\n${words}\r\n`);
}

/** The attribute blocks of one exhibit; `only` names the blocks that were asked for, empty for all. */
export function attributes(place: Place, space: Gopherspace, style: MenuStyle, only: readonly string[]): Octets {
  const { exhibit, selector } = place;
  const blocks: Readonly<Record<string, readonly Octets[]>> = {
    ADMIN: admin(exhibit, selector),
    VIEWS: views(exhibit),
    ABSTRACT: exhibit.abstract?.split('\n') ?? [],
    ASK: exhibit.kind === 'form' ? exhibit.fields.map(askLine) : [],
  };
  let text = `+INFO: ${descriptor(place, style)}\r\n`;
  for (const [name, lines] of Object.entries(blocks)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const reference = name === 'ABSTRACT' ? abstractReference(exhibit, space, style) : '';
    if (lines.length === 0 && reference === '') continue;
    text += `+${name}:${reference}\r\n${lines.map((line) => ` ${line}\r\n`).join('')}`;
  }
  return text;
}

/** The attributes of what has no exhibit of this server behind it: the menu line alone. */
export function foreignAttributes(line: Octets): Octets {
  return `+INFO: ${line}`;
}

function admin(exhibit: Exhibit, selector: Octets): Octets[] {
  const digits = exhibit.modified.toISOString().slice(0, 19).replace(/\D/g, '');
  const dates = exhibit.modified.toUTCString().replace(' GMT', '');
  const lines = [`Admin: ${CURATOR}`, `Mod-Date: ${dates} <${digits}>`];
  if (selector !== '') return lines;
  // Appendix I asks this of the root.
  return [
    ...lines,
    'Site: The Waypost museum',
    'Org: Waypost',
    'Loc: Your own machine',
    'Geog: 44 58 N 93 14 W',
    'TZ: 0',
  ];
}

/** Every item has views, though Gopher+ leaves them out where there is one: UMN's client opens nothing without. */
function views(exhibit: Exhibit): Octets[] {
  if (exhibit.kind === 'menu' || exhibit.kind === 'search') {
    return ['application/gopher-menu: <1k>', 'application/gopher+-menu: <1k>'];
  }
  if (exhibit.kind !== 'document') return ['text/plain En_US: <.1k>'];
  return exhibit.views.map(({ mediaType, language, source }) => {
    const kilo = source.size / 1000;
    const size = kilo < 1 ? kilo.toFixed(1).replace(/^0/, '') : Math.round(kilo);
    return `${mediaType}${language === null ? '' : ` ${language}`}: <${size}k>`;
  });
}

function askLine(field: AskField): Octets {
  switch (field.kind) {
    case 'Note':
      return `Note: ${field.text}`;
    case 'Choose':
      return `Choose: ${[field.text, ...field.options].join('\t')}`;
    case 'Select':
      return `Select: ${field.text}:${field.preset ? 1 : 0}`;
    default:
      return `${field.kind}: ${field.text}${field.preset === undefined ? '' : `\t${field.preset}`}`;
  }
}

function abstractReference(exhibit: Exhibit, space: Gopherspace, style: MenuStyle): Octets {
  if (exhibit.abstractAt === undefined) return '';
  const abstract = space.get(exhibit.abstractAt);
  if (abstract === undefined) return '';
  return ` ${descriptor({ exhibit: abstract, selector: exhibit.abstractAt }, style)}`;
}

/**
 * Finds the view that `+type language` asks for. Types are compared without case, as clients write `Text/plain`;
 * without a language the first view of the type serves, and without a type the first of all.
 */
export function chooseView(views: readonly [View, ...View[]], wanted: Octets): View | null {
  const [type = '', language] = wanted.split(' ');
  if (type === '') return views[0];
  const ofType = views.filter((view) => view.mediaType.toLowerCase() === type.toLowerCase());
  return ofType.find((view) => language === undefined || view.language === language) ?? null;
}
