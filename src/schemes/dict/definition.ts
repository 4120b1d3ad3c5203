/** What dict links mean, and what clients send for them. */
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import { type DictDetails, type DictRequest, dictDetails, dictFault, dictRequest, dictWireOctets } from './request.ts';
import * as rules from './rules.ts';

const RFC2229 = 'RFC 2229';
const diagnostics = defineDiagnostics({
  ...rules.errors,
  'dict-command': info('The command is written as in RFC 2229. Its other names are those of curl.', RFC2229, '5'),
  'dict-default': info(
    'Defaults, zeros before the number and colons at the end were removed. They have no meaning.',
    RFC2229,
    '5',
  ),
  'dict-show': info('RFC 2229 has only links to words. Clients other than curl may not know this one.', RFC2229, '5'),
  'dict-other': warning(
    'Nothing can be sent for this link. A link is d:word:database:number or m:word:database:strategy:number.',
    RFC2229,
    '5',
  ),
  'dict-word': warning('The word is missing, so nothing can be sent.', RFC2229, '5'),
  'dict-name': warning(
    'The name of a database or of a strategy cannot have spaces, quotes or backslashes. Nothing can be sent.',
    RFC2229,
    '2.2',
  ),
  'dict-utf-8': warning('DICT uses UTF-8, but the escapes of this link do not. Nothing can be sent.', RFC2229, '2.2'),
  'dict-long': warning('The command would be longer than 1024 octets. Nothing can be sent.', RFC2229, '2.3'),
});

function notePath(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const { pathFrom, pathTo } = pass;
  const path = pass.written(mark, pathTo);
  const code = dictFault(path) ?? (path.startsWith('/show:') ? 'dict-show' : null);
  if (code !== null) pass.note(code, pathFrom, pathTo);
}

type DictResolution = ResolutionOf<'dict', DictDetails, unknown>;

function sentence({ details, components }: DictResolution): string {
  const { command, word, database, strategy, number, text } = details;
  const server = `the dictionary server ${hostAndPort(components)}`;
  switch (command) {
    case 'define': {
      const which = number === null ? 'The definitions' : `Definition ${number}`;
      return `${which} of ${quote(word ?? '')} in ${placeOf(database)} of ${server}.`;
    }
    case 'match': {
      const which = number === null ? 'The words' : `Word ${number} of those`;
      const by = strategy === '.' ? '' : `, by the strategy ${quote(strategy ?? '')}`;
      return `${which} that match ${quote(word ?? '')} in ${placeOf(database)} of ${server}${by}.`;
    }
    case 'databases':
      return `The databases of ${server}.`;
    case 'strategies':
      return `The strategies of ${server}.`;
    case 'server':
      return `The databases and strategies of ${server}.`;
    case 'other':
      return `Something without a meaning, ${quote(decodeText(text ?? ''))}, on ${server}.`;
  }
}

function placeOf(database: string | null): string {
  if (database === '!') return 'the first database that has it';
  return database === '*' ? 'all databases' : `the database ${quote(database ?? '')}`;
}

export const dict: Scheme<'dict', DictDetails, DictRequest, keyof typeof diagnostics> = {
  ...rules.dict,
  kind: 'dict',
  title: 'Dictionary Server Protocol',
  specifications: [{ document: 'RFC 2229', section: '5' }],
  example: 'dict://dict.org/d:shortcake:wordnet',
  diagnostics,
  notePath,
  details: dictDetails,
  request: dictRequest,
  wireOctets: dictWireOctets,
  sentence,
  explanation,
  templateVariables: { word: 'the word, decoded.', database: 'the database to look it up in.' },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: false,
};
