/** News and mail: news, nntp (RFC 5538), mailto (RFC 6068), mid and cid (RFC 2392). */
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
  utf8OrLatin1Of,
  variant,
  without,
} from './text.ts';

/** Sub-delims are not reserved in news (draft-hoffkohn-rfc1738bis §2.4), so they have two spellings. */
const idText = spelled({
  raw: `${UNRESERVED}${SUB_DELIMS}:`,
  escaped: '%#/?',
  beyondAscii: 'characters',
  maxLength: 8,
});
const messageId: fc.Arbitrary<Spelled> = fc
  .tuple(idText, idText)
  .map(([left, right]) => concat(ascii('i'), left, { octets: [0x40], a: '@', b: '%40' }, right, ascii('d')));

/** No component of a name is empty (RFC 5536 §3.1.4): the library makes no request for such a name. */
const component = spelled({ raw: 'abcxyz019-_+', beyondAscii: 'none', maxLength: 10 });
const group: fc.Arbitrary<Spelled> = fc
  .tuple(component, component)
  .map(([first, second]) => concat(ascii('comp.a'), first, { octets: [0x2e], a: '.', b: '%2E' }, second, ascii('x')));

interface Newsgroups {
  readonly text: Spelled;
  readonly details: Readonly<Record<string, unknown>>;
}
const newsgroups: fc.Arbitrary<Newsgroups> = fc.oneof(
  fc.constant({ text: ascii('*'), details: { all: true } }),
  group.map((text) => ({ text, details: { group: latin1(text.octets) } })),
  fc.tuple(messageId, fc.boolean()).map(([id, bracketed]) => ({
    text: bracketed ? concat(literal('%3C'), id, literal('%3e')) : id,
    details: { messageId: utf8OrLatin1Of(id.octets) },
  })),
);

export const news: fc.Arbitrary<Model> = fc.oneof(
  model(
    'news',
    newsgroups.map(({ text, details }) => ({ rest: text, details })),
  ),
  model(
    'news',
    fc.tuple(at(119), newsgroups).map(([authority, { text, details }]) => ({
      authority,
      rest: concat(literal('/'), text),
      details,
    })),
  ),
);

export const nntp: fc.Arbitrary<Model> = model(
  'nntp',
  fc.tuple(at(119), group, fc.option(fc.integer({ min: 1, max: 999_999 }))).map(([authority, name, article]) => ({
    authority,
    rest: concat(literal('/'), name, article === null ? none : variant(`/${article}`, `/00${article}`)),
    details: { group: latin1(name.octets), article },
    lines: [`GROUP ${latin1(name.octets)}\r\n`, article === null ? 'OVER\r\n' : `ARTICLE ${article}\r\n`],
  })),
);

const localPart = spelled({
  raw: `${UNRESERVED}${without(SUB_DELIMS, ',')}:@/`,
  escaped: '%?#,',
  beyondAscii: 'characters',
  maxLength: 6,
});
const headerName = fc.constantFrom('subject', 'cc', 'body', 'in-reply-to');
const headerValue = spelled({
  raw: `${UNRESERVED}${without(SUB_DELIMS, '&')}:@/?`,
  escaped: '%#&',
  beyondAscii: 'characters',
  maxLength: 6,
});

export const mailto: fc.Arbitrary<Model> = model(
  'mailto',
  fc.tuple(localPart, fc.array(fc.tuple(headerName, headerValue), { maxLength: 2 })).map(([local, headers]) => ({
    rest: concat(
      ...[ascii('p'), local, variant('@VPNC.org', '@vpnc.ORG')],
      ...headers.flatMap(([name, value], index) => [
        literal(index === 0 ? '?' : '&'),
        variant(name, name.toUpperCase()),
        literal('='),
        value,
      ]),
    ),
    details: {
      to: [`p${utf8OrLatin1Of(local.octets)}@vpnc.org`],
      headers: headers.map(([name, value]) => ({ name, value: utf8OrLatin1Of(value.octets) })),
    },
  })),
);

const id = spelled({
  raw: `${UNRESERVED}${SUB_DELIMS}:?`,
  escaped: '%/#',
  beyondAscii: 'characters',
  maxLength: 6,
}).map((text) => ({
  rest: concat(ascii('i'), text, literal('@h.example')),
  name: `i${utf8OrLatin1Of(text.octets)}@h.example`,
}));

export const mid: fc.Arbitrary<Model> = model(
  'mid',
  id.map(({ rest, name }) => ({ rest, details: { messageId: name } })),
);
export const cid: fc.Arbitrary<Model> = model(
  'cid',
  id.map(({ rest, name }) => ({ rest, details: { contentId: name } })),
);
