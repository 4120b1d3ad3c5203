/** Sessions and look-ups: telnet, rlogin, tn3270, wais, prospero, go, finger and dict. */
import fc from 'fast-check';
import { at, type Model, model, none } from './model.ts';
import {
  ascii,
  concat,
  join,
  literal,
  SUB_DELIMS,
  spelled,
  UNRESERVED,
  utf8OrLatin1Of,
  variant,
  without,
} from './text.ts';

/** An interactive session (draft-hoffkohn-rfc1738bis §2.6). */
export function terminal(scheme: string, port: number): fc.Arbitrary<Model> {
  return model(
    scheme,
    at(port, 'free').map((authority) => ({
      authority,
      rest: variant('', '/'),
      details: {
        user: authority.user && utf8OrLatin1Of(authority.user),
        password: authority.password && utf8OrLatin1Of(authority.password),
        advisory: true,
      },
    })),
  );
}

/** Of a database only `/` and `?` are reserved, of a search `+`, which is a space, and of a field `;`. */
const waisDatabase = spelled({ raw: `${UNRESERVED}${SUB_DELIMS}:@`, escaped: '%#/?', maxLength: 6 });
const waisWords = spelled({ raw: `${UNRESERVED}${without(SUB_DELIMS, '+')}:@/?`, escaped: '%#+', maxLength: 6 });
const BLANK = { octets: [0x20], a: '+', b: '%20' };
const waisValue = spelled({ raw: `${UNRESERVED}${without(SUB_DELIMS, ';')}:@/`, escaped: '%#?;', maxLength: 6 });
const waisField = fc.tuple(fc.constantFrom(...'123456'), waisValue).map(([tag, text]) => ({
  text: concat(variant(`${tag}=`, `0${tag}=`), text, literal(';')),
  field: { number: Number(tag), value: utf8OrLatin1Of(text.octets) },
}));

/** The three forms (draft-hoffkohn-rfc1738bis §2.7). */
const waisForm = fc.oneof(
  fc.constant({ text: none, details: { form: 'database' } }),
  fc
    .array(waisWords, { minLength: 1, maxLength: 3 })
    .map((words) => concat(...words.flatMap((word, index) => (index === 0 ? [word] : [BLANK, word]))))
    .map((search) => ({
      text: concat(literal('?'), search),
      details: { form: 'search', search: utf8OrLatin1Of(search.octets) },
    })),
  fc
    .tuple(fc.constantFrom('TEXT', 'WSRC', 'PS'), fc.array(waisField, { minLength: 1, maxLength: 3 }))
    .map(([wtype, fields]) => ({
      text: concat(literal(`/${wtype}/`), ...fields.map(({ text }) => text)),
      details: { form: 'document', wtype, fields: fields.map(({ field }) => field) },
    })),
);

export const wais: fc.Arbitrary<Model> = model(
  'wais',
  fc.tuple(at(210), waisDatabase, waisForm).map(([authority, database, { text, details }]) => ({
    authority,
    rest: concat(literal('/'), database, text),
    details: { ...details, database: utf8OrLatin1Of(database.octets) },
  })),
);

/** Only `;` is reserved, and in the name of a field `=`. */
const prosperoText = spelled({ raw: `${UNRESERVED}${without(SUB_DELIMS, ';')}:@/?`, escaped: '%#;', maxLength: 6 });
const prosperoField = spelled({ raw: `${UNRESERVED}${without(SUB_DELIMS, ';=')}:@/?`, escaped: '%#;=', maxLength: 6 });

export const prospero: fc.Arbitrary<Model> = model(
  'prospero',
  fc
    .tuple(
      at(1525),
      fc.array(prosperoText, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(prosperoField, prosperoText), { maxLength: 2 }),
    )
    .map(([authority, name, fields]) => ({
      authority,
      rest: concat(
        literal('/'),
        join(name, '/'),
        ...fields.flatMap(([field, value]) => [literal(';'), field, literal('='), value]),
      ),
      details: {
        hsoname: utf8OrLatin1Of(name.flatMap((text, index) => (index === 0 ? text.octets : [0x2f, ...text.octets]))),
        fields: fields.map(([field, value]) => ({
          name: utf8OrLatin1Of(field.octets),
          value: utf8OrLatin1Of(value.octets),
        })),
      },
    })),
);

/** Only the unreserved characters of RFC 2396 stay raw, but every character may be escaped (RFC 3368 §3.2, §3.4). */
const goText = spelled({
  raw: `${UNRESERVED}!*'()$&+:@/?`,
  escaped: '%#;,=',
  beyondAscii: 'characters',
  maxLength: 6,
});

const goAttribute = fc.tuple(goText, fc.option(goText), goText).map(([name, type, value]) => ({
  text: concat(literal(';'), ascii('n'), name, literal('='), ...(type ? [type, literal(',')] : []), value),
  details: {
    name: `n${utf8OrLatin1Of(name.octets)}`,
    type: type && utf8OrLatin1Of(type.octets),
    value: utf8OrLatin1Of(value.octets),
  },
}));

const goQuery = fc.tuple(goText, fc.array(goAttribute, { maxLength: 2 })).map(([name, attributes]) => ({
  text: concat(ascii('n'), name, ...attributes.map(({ text }) => text)),
  details: { commonName: `n${utf8OrLatin1Of(name.octets)}`, attributes: attributes.map(({ details }) => details) },
}));

export const go: fc.Arbitrary<Model> = fc.oneof(
  model(
    'go',
    goQuery.map(({ text, details }) => ({ rest: text, details })),
  ),
  model(
    'go',
    fc.tuple(at(1096), goQuery).map(([authority, { text, details }]) => ({
      authority,
      rest: concat(variant('?', '/?'), text),
      details: { server: authority.host, ...details },
    })),
  ),
  model(
    'go',
    fc.tuple(at(1096), goText).map(([authority, id]) => ({
      authority,
      rest: concat(variant('?id=', '/?ID='), id),
      details: { server: authority.host, id: utf8OrLatin1Of(id.octets) },
    })),
  ),
);

/** No character of a query is reserved. */
const fingerText = spelled({ raw: `${UNRESERVED}${SUB_DELIMS}: `, escaped: '%#?/', minLength: 1, maxLength: 6 }).filter(
  ({ octets }) => !/^\/W(?: |$)/i.test(String.fromCharCode(...octets)),
);

export const finger: fc.Arbitrary<Model> = model(
  'finger',
  fc
    .tuple(at(79), fc.boolean(), fc.option(fingerText), fc.array(fingerText, { maxLength: 2 }))
    .map(([authority, verbose, user, hosts]) => {
      const token = { octets: [...'/W '].map((character) => character.charCodeAt(0)), a: '/W ', b: '%2fW%20' };
      const query = concat(
        ...(verbose ? [token] : []),
        ...(user === null ? [] : [user]),
        ...hosts.flatMap((host) => [{ octets: [0x40], a: '@', b: '%40' }, host]),
      );
      return {
        authority,
        rest: concat(literal('/'), query),
        details: { verbose, hosts: hosts.map(({ octets }) => utf8OrLatin1Of(octets)) },
        lines: [`${String.fromCharCode(...query.octets)}\r\n`],
      };
    }),
);

/** Only `:` is reserved. */
const dictWord = spelled({
  raw: `${UNRESERVED}${SUB_DELIMS}@/ "`,
  escaped: '%#:?\\',
  beyondAscii: 'characters',
  minLength: 1,
  maxLength: 6,
});
const dictName = fc.stringMatching(/^[a-z][a-z0-9-]{0,5}$/);

export const dict: fc.Arbitrary<Model> = model(
  'dict',
  fc
    .tuple(at(2628), fc.boolean(), dictWord, fc.option(dictName), dictName, fc.option(fc.integer({ min: 1, max: 99 })))
    .map(([authority, isMatch, word, database, strategy, number]) => {
      const text = utf8OrLatin1Of(word.octets);
      const fields = [database ?? '', ...(isMatch ? [strategy] : []), ...(number === null ? [] : [String(number)])];
      const absent = [database ?? '!', ...(isMatch ? [strategy] : []), number === null ? '' : `0${number}`];
      const quoted = text.includes('"')
        ? text.replace(/[ "'\\]/g, (special) => `\\${special}`)
        : `"${text.replaceAll('\\', '\\\\')}"`;
      const named = isMatch ? `MATCH ${database ?? '!'} ${strategy}` : `DEFINE ${database ?? '!'}`;
      const lines = ['CLIENT Waypost', `${named} ${quoted}`, 'QUIT'];
      return {
        authority,
        rest: concat(
          isMatch ? variant('/m:', '/Match:') : variant('/d:', '/lookup:'),
          word,
          variant(`:${fields.join(':')}`, `:${absent.join(':')}:`.replace(/(?<=0\d+):$/, '')),
        ),
        details: { word: text, database: database ?? '!', strategy: isMatch ? strategy : null, number },
        lines: lines.map((line) => Buffer.from(`${line}\r\n`).toString('latin1')),
      };
    }),
);
