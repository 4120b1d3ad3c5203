/** Schemes in which `/` means hierarchy: ftp, file, http and https, and an unknown one. */
import fc from 'fast-check';
import { at, detour, isDotSegment, type Model, model, none, segment } from './model.ts';
import {
  anyCase,
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

/** Only `/` and `;` are reserved in a name (draft-hoffkohn-rfc1738bis §2.2.2), and a raw `;` is data too. */
const ftpSegment = spelled({
  raw: `${UNRESERVED}${SUB_DELIMS}:@?${UNWISE}`,
  escaped: '%#/<>\\',
  maxLength: 6,
}).filter((text) => !isDotSegment(text) && !/;type=/i.test(latin1(text.octets)));

interface TypeCode {
  readonly type: string | null;
  readonly text: Spelled;
}
const typeCode: fc.Arbitrary<TypeCode> = fc
  .constantFrom(null, null, 'a', 'i', 'd')
  .chain(
    (type): fc.Arbitrary<TypeCode> =>
      type === null
        ? fc.constant({ type, text: none })
        : anyCase(`;type=${type}`).map((text) => ({ type, text: variant(text, `;type=${type}`) })),
  );

export const ftp: fc.Arbitrary<Model> = model(
  'ftp',
  fc
    .tuple(at(21, 'free'), fc.array(fc.tuple(detour, ftpSegment), { maxLength: 3 }), ftpSegment, typeCode)
    .map(([authority, directories, name, { type, text }]) => ({
      authority,
      rest: concat(
        literal('/'),
        ...directories.flatMap(([dots, directory]) => [dots, directory, literal('/')]),
        name,
        text,
      ),
      details: {
        cwd: directories.map(([, directory]) => utf8OrLatin1Of(directory.octets)),
        name: utf8OrLatin1Of(name.octets),
        type,
      },
      lines: [
        ...directories.map(([, directory]) => `CWD ${latin1(directory.octets)}\r\n`),
        // Without a name there is only a directory to list.
        `${type === 'd' || name.octets.length === 0 ? 'NLST' : 'RETR'}${name.octets.length === 0 ? '' : ` ${latin1(name.octets)}`}\r\n`,
      ],
    })),
);

export const file: fc.Arbitrary<Model> = model(
  'file',
  fc
    .tuple(
      fc.array(fc.tuple(detour, segment), { maxLength: 3 }),
      segment,
      fc.constantFrom('', 'localhost', 'h.example'),
    )
    .map(([directories, name, host]) => ({
      rest: concat(
        variant(`//${host}/d/`, `//${host === 'localhost' ? '' : host.toUpperCase()}/d/`),
        ...directories.flatMap(([dots, directory]) => [dots, directory, literal('/')]),
        name,
      ),
      details: { windowsDrive: null },
    })),
);

/** http and https. browser-agreement.test.ts checks their meaning against the platform's URL parser. */
export function web(scheme: 'http' | 'https', port: number): fc.Arbitrary<Model> {
  return model(
    scheme,
    fc
      .tuple(at(port, 'reserved'), fc.array(fc.tuple(detour, segment), { maxLength: 3 }), fc.option(segment))
      .map(([authority, segments, query]) => ({
        authority,
        rest: concat(
          ...segments.flatMap(([dots, text]) => [literal('/'), dots, text]),
          ...(query ? [segments.length === 0 ? variant('', '/') : none, literal('?'), query] : []),
        ),
        details: {},
      })),
  );
}

export const unknown: fc.Arbitrary<Model> = model(
  'x-waypost',
  spelled({ raw: UNRESERVED, fixed: SUB_DELIMS, escaped: '%#/?', minLength: 1 }).map((rest) => ({ rest, details: {} })),
);
