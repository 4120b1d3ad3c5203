/**
 * The replies of Gopher+: the header line that says how a reply ends (§2.3), errors (§2.3), attribute blocks (§2.5 and
 * Appendix I) and the choice of a view (§2.6).
 */
import type { Octets } from '../octets.ts';
import { type Source, stored } from '../source.ts';
import type { AskField, Framing, Gopherspace, Item, View } from './item.ts';
import { descriptor, type MenuStyle, type PlacedItem } from './menu.ts';

const CURATOR = 'The Curator <curator@museum.test>';

/**
 * A reply with its header.
 *
 * @param sign - `+` for an item, `-` for an error
 * @param excess - what a faulty server adds to the announced length, in octets
 */
export function* framed(sign: '+' | '-', framing: Framing, source: Source, excess = 0): Generator<Buffer> {
  const announced = { length: source.size + excess, period: -1, close: -2 }[framing];
  yield Buffer.from(`${sign}${announced}\r\n`);
  let last = 0x0a;
  for (const chunk of source.read()) {
    last = chunk.at(-1) ?? last;
    yield chunk;
  }
  if (framing === 'period') yield Buffer.from(last === 0x0a ? '.\r\n' : '\r\n.\r\n');
}

/** As `framed`, for a text in memory. */
export function framedText(sign: '+' | '-', framing: Framing, text: Octets, excess = 0): Iterable<Buffer> {
  return framed(sign, framing, stored(Buffer.from(text, 'latin1')), excess);
}

/**
 * An error reply.
 *
 * @param code - 1 = not available, 2 = try again later, 3 = moved
 * @param message - for an item that has moved, the menu line of its new place
 */
export function errorReply(code: 1 | 2 | 3, message: Octets, framing: Framing = 'period'): Iterable<Buffer> {
  return framedText('-', framing, `${code} ${CURATOR}\r\n${message}\r\n`);
}

/**
 * The attribute blocks of one item.
 *
 * @param only - the names of the requested blocks; empty for all
 */
export function attributes(placed: PlacedItem, space: Gopherspace, style: MenuStyle, only: readonly string[]): Octets {
  const { item, selector } = placed;
  const blocks: Readonly<Record<string, readonly Octets[]>> = {
    ADMIN: admin(item, selector),
    VIEWS: views(item),
    ABSTRACT: item.abstract?.split('\n') ?? [],
    ASK: item.kind === 'form' ? item.fields.map(askLine) : [],
  };
  let text = `+INFO: ${descriptor(placed, style)}\r\n`;
  for (const [name, lines] of Object.entries(blocks)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const reference = name === 'ABSTRACT' ? abstractReference(item, space, style) : '';
    if (lines.length === 0 && reference === '') continue;
    text += `+${name}:${reference}\r\n${lines.map((line) => ` ${line}\r\n`).join('')}`;
  }
  return text;
}

/** The attributes of a menu line that does not lead to an item of this server: the line alone. */
export function foreignAttributes(line: Octets): Octets {
  return `+INFO: ${line}`;
}

function admin(item: Item, selector: Octets): Octets[] {
  const digits = item.modified.toISOString().slice(0, 19).replace(/\D/g, '');
  const dates = item.modified.toUTCString().replace(' GMT', '');
  const lines = [`Admin: ${CURATOR}`, `Mod-Date: ${dates} <${digits}>`];
  if (selector !== '') return lines;
  // Appendix I demands these lines for the root.
  return [
    ...lines,
    'Site: The Waypost museum',
    'Org: Waypost',
    'Loc: Your own machine',
    'Geog: 44 58 N 93 14 W',
    'TZ: 0',
  ];
}

/** Every item has views. Gopher+ lets a server omit a single one, but UMN's client opens no item without views. */
function views(item: Item): Octets[] {
  if (item.kind === 'menu' || item.kind === 'search') {
    return ['application/gopher-menu: <1k>', 'application/gopher+-menu: <1k>'];
  }
  if (item.kind !== 'document') return ['text/plain En_US: <.1k>'];
  return item.views.map(({ mediaType, language, source }) => {
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

function abstractReference(item: Item, space: Gopherspace, style: MenuStyle): Octets {
  if (item.abstractAt === undefined) return '';
  const abstract = space.get(item.abstractAt);
  if (abstract === undefined) return '';
  return ` ${descriptor({ item: abstract, selector: item.abstractAt }, style)}`;
}

/**
 * Finds the view that `+type language` requests. Types are compared without case, because clients write `Text/plain`.
 * Without a language, the first view of the type is chosen; without a type, the first view.
 */
export function chooseView(views: readonly [View, ...View[]], wanted: Octets): View | null {
  const [type = '', language] = wanted.split(' ');
  if (type === '') return views[0];
  const ofType = views.filter((view) => view.mediaType.toLowerCase() === type.toLowerCase());
  return ofType.find((view) => language === undefined || view.language === language) ?? null;
}
