/**
 * Gopher URLs (RFC 4266 §2, draft-murali-url-gopher) with the octets of their request. No character of the path is
 * reserved, so every octet may have any spelling.
 */
import fc from 'fast-check';
import { at, type Model, model, none } from './model.ts';
import {
  ascii,
  concat,
  latin1,
  literal,
  type Spelled,
  SUB_DELIMS,
  spelled,
  UNRESERVED,
  UNWISE,
  utf8OrLatin1Of,
  variant,
} from './text.ts';

const alphabet = {
  raw: `${UNRESERVED}${SUB_DELIMS}:@/?\\${UNWISE}`,
  escaped: '%#<>',
  controls: 'no-line-break',
} as const;

const selector = spelled(alphabet);
const answer = spelled({ ...alphabet, beyondAscii: 'characters', controls: 'none' }).map((text) =>
  concat({ octets: [0x61], a: 'a', b: '%61' }, text),
);

const TAB: Spelled = { octets: [9], a: '%09', b: '%09' };
const CRLF: Spelled = { octets: [13, 10], a: '%0D%0A', b: '%0d%0a' };

interface Plus {
  readonly text: Spelled;
  readonly details: Readonly<Record<string, unknown>>;
}

const attribute = fc.constantFrom('+ABSTRACT', '+VIEWS', '+ADMIN', '+ASK');

interface View {
  readonly view: string;
  readonly language: string | null;
}
const view: fc.Arbitrary<View> = fc.constantFrom(
  { view: 'text/html', language: 'Es_ES' },
  { view: 'application/postscript', language: 'De' },
  { view: 'image/gif', language: null },
);
const viewText = ({ view, language }: View): string => (language === null ? `+${view}` : `+${view} ${language}`);

/** Gopher+ strings (RFC 4266 §2.4–2.9). */
const plus: fc.Arbitrary<Plus> = fc.oneof(
  fc.constant({ text: ascii('+'), details: { kind: 'default' } }),
  fc.constant({ text: { octets: [0x3f], a: '?', b: '%3F' }, details: { kind: 'ask' } }),
  view.map((what) => ({ text: ascii(viewText(what)), details: { kind: 'view', ...what } })),
  fc.tuple(fc.constantFrom('!', '$'), fc.array(attribute, { maxLength: 3 })).map(([sign, attributes]) => ({
    text: ascii(sign + attributes.join(' ')),
    details: { kind: sign === '!' ? 'attributes' : 'directoryAttributes', attributes },
  })),
  fc.tuple(fc.option(view), fc.array(answer, { minLength: 1, maxLength: 3 })).map(([viewed, answers]) => ({
    text: concat(
      ascii(viewed ? viewText(viewed) : '+'),
      ...[TAB, ascii('1'), CRLF, ascii('+-1'), CRLF],
      ...answers.flatMap((text) => [text, CRLF]),
      ...[ascii('.'), CRLF],
    ),
    details: { kind: 'form', answers: answers.map((text) => utf8OrLatin1Of(text.octets)) },
  })),
);

/** Clients send one tab before a Gopher+ string if there is no search. */
const isSearch = (type: string, search: Spelled | null): boolean =>
  type === '7' || (search !== null && search.octets.length > 0);

const item: fc.Arbitrary<Model> = model(
  'gopher',
  fc
    .tuple(at(70), fc.constantFrom(...'0123456789+IgTihsdp'), selector, fc.option(selector), fc.option(plus))
    .map(([authority, type, name, searchOption, gopherPlus]) => {
      const search = searchOption ?? (gopherPlus ? none : null);
      const tail = gopherPlus ? [TAB, gopherPlus.text] : [];
      const field = search ? [TAB, search] : [];
      const line = latin1(concat(name, ...(gopherPlus && !isSearch(type, search) ? [] : field), ...tail).octets);
      return {
        authority,
        rest: concat(literal('/'), ascii(type), name, ...field, ...tail),
        details: {
          type,
          selector: utf8OrLatin1Of(name.octets),
          search: search && utf8OrLatin1Of(search.octets),
          gopherPlus: gopherPlus?.details ?? null,
        },
        // A form ends with its own CR LF.
        lines: [gopherPlus?.details.kind === 'form' ? line : `${line}\r\n`],
      };
    }),
);

const root: fc.Arbitrary<Model> = model(
  'gopher',
  at(70).map((authority) => ({
    authority,
    rest: variant('', '/1'),
    details: { type: '1', selector: '', search: null, gopherPlus: null },
    lines: ['\r\n'],
  })),
);

export const gopher: fc.Arbitrary<Model> = fc.oneof({ weight: 9, arbitrary: item }, { weight: 1, arbitrary: root });
