/** The definitions of a word as one text, each below the name of its database. */
import { concatOctets, encodeUtf8 } from '../../octets/octets.ts';
import type { DictDefinition } from '../../protocols/dict/client.ts';
import type { Link } from '../contract.ts';
import type { ReadableText } from '../opened.ts';
import { decodedText } from '../text.ts';

/** Dictionaries change by the year. */
const FRESH = 3600;

export function definitionsOf(
  { details }: Link<'dict'>,
  definitions: readonly DictDefinition[],
  chosen: string | null,
): ReadableText {
  const octets = concatOctets(definitions.flatMap(withHeading));
  const { charset, text } = decodedText(octets, chosen);
  return {
    shape: 'text',
    freshFor: FRESH,
    noun: definitions.length === 1 ? 'definition' : 'definitions',
    name: details.word ?? '',
    octets,
    charset,
    text,
    json: () => ({
      kind: 'definitions',
      charset,
      definitions: definitions.map(({ word, database, databaseName, octets }) => {
        return { word, database, databaseName, text: decodedText(octets, charset).text };
      }),
    }),
  };
}

function withHeading({ database, databaseName, octets }: DictDefinition, index: number): readonly Uint8Array[] {
  const heading = databaseName === '' ? database : `${databaseName} [${database}]`;
  return [encodeUtf8(`${index === 0 ? '' : '\r\n'}From ${heading}:\r\n\r\n`), octets];
}
