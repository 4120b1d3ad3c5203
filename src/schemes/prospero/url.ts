/**
 * prospero (draft-hoffkohn-rfc1738bis §2.9, draft-ietf-uri-url-03 "PROSPERO").
 *
 * ```
 *   prospero://<host>[:<port>]/<hsoname>*(;<field>=<value>)
 * ```
 * The hsoname is opaque and often begins with a slash. In the draft of 1994 a version follows an escaped NUL; it
 * becomes the field OBJECT-VERSION.
 */
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, error, info } from '../../uri/diagnostic.ts';
import { rewritePath } from '../../uri/generic-path.ts';
import { authorityPattern, pathPattern, tailPattern } from '../../uri/pattern.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import { internetSyntax, policies } from '../../uri/syntax.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import { type ProsperoDetails, type ProsperoRequest, prosperoRequest, prosperoWireOctets } from './request.ts';

const diagnostics = defineDiagnostics({
  'prospero-version': info(
    'The version after an escaped NUL is written as the field OBJECT-VERSION.',
    'draft-ietf-uri-url-03',
    'PROSPERO',
  ),
  'prospero-nul': error('Only one version may follow the object name.', 'draft-ietf-uri-url-03', 'PROSPERO'),
  'prospero-field': info('A field must be a name, "=" and a value.', 'draft-hoffkohn-rfc1738bis', '2.9'),
});

const syntax = internetSyntax(1525, {
  userInfo: 'error',
  query: false,
  policies: policies({ query: false }),
});

const NUL = '%00';
const VERSION_FIELD = ';OBJECT-VERSION=';

function path(pass: Rewrite, from: number): number {
  const mark = pass.mark(from);
  const to = rewritePath(pass, from, syntax);
  if (pass.control !== -1) rewriteVersion(pass, mark, from, to);
  if (pass.recording) noteFields(pass, mark, from, to);
  return to;
}

/** `name%00version` is `name;OBJECT-VERSION=version`. */
function rewriteVersion(pass: Rewrite, mark: number, from: number, to: number): void {
  const [name = '', version, ...more] = pass.written(mark, to).split(NUL);
  if (version === undefined) return;
  if (more.length > 0) pass.fail(diagnostics['prospero-nul'], pass.text.lastIndexOf(NUL, to));
  pass.rewrite(mark, from, to, name + VERSION_FIELD + version, diagnostics['prospero-version']);
}

function noteFields(pass: Rewrite, mark: number, from: number, to: number): void {
  const [, ...fields] = pass.written(mark, to).split(';');
  if (fields.some((field) => !/^[^=]+=[^=]*$/.test(field))) pass.note(diagnostics['prospero-field'], from, to);
}

function details({ path }: Parts): ProsperoDetails {
  const [hsoname = '', ...rest] = path.slice(1).split(';');
  const fields = rest.map((field) => {
    const equals = field.indexOf('=');
    return equals === -1
      ? { name: decodeText(field), value: '' }
      : { name: decodeText(field.slice(0, equals)), value: decodeText(field.slice(equals + 1)) };
  });
  const version = fields.find(({ name }) => name.toUpperCase() === 'OBJECT-VERSION')?.value ?? null;
  return { hsoname: decodeText(hsoname), fields, version };
}

type ProsperoResolution = ResolutionOf<'prospero', ProsperoDetails, ProsperoRequest>;

function sentence({ details, components }: ProsperoResolution): string {
  const version = details.version === null ? '' : ` (version ${quote(details.version)})`;
  return `The object ${quote(details.hsoname)}${version} on the Prospero server ${hostAndPort(components)}.`;
}

export const prospero: Scheme<'prospero', ProsperoDetails, ProsperoRequest, keyof typeof diagnostics> = {
  name: 'prospero',
  kind: 'prospero',
  title: 'Prospero Directory Service',
  defaultPort: 1525,
  specifications: [
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.9' },
    { document: 'draft-ietf-uri-url-03', section: 'PROSPERO' },
  ],
  example: 'prospero://host.dom//pros/name;OBJECT-VERSION=3',
  syntax,
  diagnostics,
  canonical: authorityPattern(1525, `${pathPattern(syntax, 'controls')}${tailPattern(syntax)}`, syntax.userInfo),
  path,
  details,
  request: prosperoRequest,
  wireOctets: prosperoWireOctets,
  sentence,
  explanation,
  detailNames: { hsoname: 'Object name' },
  templateVariables: { hsoname: 'the host-specific object name.' },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: true,
};
