/**
 * Properties of the reader of CSO replies and the writer of queries. `npm run fuzz` tries each a million times with new
 * inputs.
 */
import { describe, expect } from 'vitest';
import { latin1Of, octetsOfLatin1, utf8OrLatin1Of } from '../../../../src/octets/octets.ts';
import { isFieldName, queryLine } from '../../../../src/protocols/cso/query.ts';
import { parseLine } from '../../../../src/protocols/cso/reply.ts';
import { entriesIn, fieldsIn } from '../../../../src/protocols/cso/session.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import fc, { runs } from '../../../fast-check.ts';
import { must, property, resultOf } from '../../decoder-properties.ts';
import { anyText } from '../../generators/unicode.ts';
import { toHex } from '../telnet/cuts.ts';
import { mutated } from '../telnet/mutations.ts';

const REPLY =
  '102:There was 1 match.\n-200:1:   name: Doe\n-200:1:       : Jane\n-508:1:email: none\n-200:3:name:max 64 Indexed\n200:Ok.';

describe('replies with errors', () => {
  property('give entries and fields with names that a query can have', () => {
    fc.assert(
      fc.property(mutated([toHex(octetsOfLatin1(REPLY))]), (octets) => {
        const lines = utf8OrLatin1Of(octets)
          .split('\n')
          .flatMap((line) => parseLine(line) ?? []);
        const entries = entriesIn({ lines });
        must(
          entries.every(({ fields }) => fields.length > 0),
          octets,
        );
        must(
          entries.flatMap(({ fields }) => fields).every(({ value, status }) => (value === null) === (status !== 200)),
          octets,
        );
        must(
          fieldsIn({ lines }).every(({ name }) => isFieldName(name)),
          octets,
        );
      }),
      runs(),
    );
  });
});

describe('queries of strangers', () => {
  property('are one line of the form that was meant, or refused', () => {
    const text = anyText({ maxLength: 20 });
    const hostile = fc.constantFrom('"', '\\', '\r', '\n', '\0', ' return ', 'quit', '=', '\u010a', '\u560a');
    const words = fc.oneof(
      text,
      fc.array(fc.oneof(text, hostile), { maxLength: 4 }).map((parts) => parts.join('')),
    );
    const charset = fc.constantFrom(
      null,
      'utf-8',
      'windows-1252',
      'shift_jis',
      'big5',
      'cp437',
      'gb18030',
      'iso-2022-jp',
    );
    fc.assert(
      fc.property(fc.oneof(words, fc.constant('name')), words, charset, (field, value, charset) => {
        const line = resultOf(ProtocolError, () =>
          queryLine({ terms: [{ field, words: value }], fields: ['email'] }, charset),
        );
        if (line === null) return;
        if (!/^query [\w.+-]+="(?:[^"\\\r\n\0]|\\["\\])+" return email$/.test(latin1Of(line))) {
          expect.fail(`with ${JSON.stringify([field, value, charset])}`);
        }
      }),
      runs(),
    );
  });
});
