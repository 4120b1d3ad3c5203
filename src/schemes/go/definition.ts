/** What go links mean, and what clients send for them. */
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { ResolutionOf, Scheme } from '../scheme.ts';
import { quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import { type GoDetails, type GoRequest, goDetails, goFault, goRequest, goWireOctets } from './request.ts';
import * as rules from './rules.ts';

const RFC3368 = 'RFC 3368';
const diagnostics = defineDiagnostics({
  ...rules.errors,
  'go-localhost': info('An empty server means localhost.', RFC3368, '3.3.2'),
  'go-path-slash': info('A go: URL has no path; the slash was removed.', RFC3368, '3.2'),
  'go-separator': info(
    'A ";", "=" or "," that separates nothing was escaped, or a missing "=" was added.',
    RFC3368,
    '3.2',
  ),
  'go-id-case': info('The "id" before an identifier is written in lower case.', RFC3368, '3.2'),
  'go-utf-8': warning('go uses UTF-8, but the escapes of this link do not. Nothing can be sent.', RFC3368, '3.4'),
  'go-xml': warning('XML cannot contain a character of this link. Nothing can be sent.', 'XML 1.0', '2.2'),
  'go-attribute': warning('An attribute must be a name, "=" and a value.', RFC3368, '3.2'),
});

/** A name, and attributes that are a name, `=` and a value. */
const ATTRIBUTES = /^[^;]*(?:;[^;=]+=[^;]+)*$/;

/** Notes attributes without a name or a value in the query `text[from, to)`, and why the query cannot be sent. */
function noteWords(pass: Rewrite<keyof typeof diagnostics>, mark: number, from: number, to: number): void {
  const written = pass.written(mark, to);
  if (!ATTRIBUTES.test(written)) pass.note('go-attribute', from, to);
  const fault = goFault(written);
  if (fault !== null) pass.note(fault, from, to);
}

export const go: Scheme<'go', GoDetails, GoRequest, keyof typeof diagnostics> = {
  ...rules.go,
  kind: 'go',
  title: 'Common Name Resolution Protocol',
  specifications: [{ document: 'RFC 3368', section: '3' }],
  example: 'go://cnrp.foo.com?Mercedes%20Benz;geography=US-ga',
  diagnostics,
  notePath: (pass, mark) => {
    if (pass.hostFrom === ABSENT) noteWords(pass, mark, pass.pathFrom, pass.pathTo);
  },
  noteQuery: (pass, mark) => noteWords(pass, mark, pass.pathTo + 1, pass.queryTo),
  details: goDetails,
  request: goRequest,
  wireOctets: goWireOctets,
  sentence: goSentence,
  explanation,
  templateVariables: { commonName: 'the common name.' },
  linkable: true,
  gatewayPath: false,
  rewrittenByEmbed: true,
  usesDefaultServer: true,
};

type GoResolution = ResolutionOf<'go', GoDetails, unknown>;

function goSentence({ details }: GoResolution): string {
  const { server, commonName, attributes, id } = details;
  const where = server === null ? 'the default name service' : `the name service ${server}`;
  if (id !== null) return `The entry ${quote(id)} of ${where}.`;
  if (commonName === null) return `What ${where} offers.`;
  const limits = attributes.map(({ name, value }) => `${name} ${quote(value)}`).join(', ');
  return `The common name ${quote(commonName)}${limits === '' ? '' : ` with ${limits}`}, looked up in ${where}.`;
}
