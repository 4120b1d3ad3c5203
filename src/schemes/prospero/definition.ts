/** What prospero links mean, and what clients send for them. */
import { endOr } from '../../uri/components.ts';
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import { Extent } from '../extent.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import {
  type ProsperoDetails,
  type ProsperoRequest,
  prosperoFault,
  prosperoRequest,
  prosperoWireOctets,
} from './request.ts';
import * as rules from './rules.ts';

const diagnostics = defineDiagnostics({
  ...rules.errors,
  'prospero-version': info(
    'The version after an escaped NUL is written as the field OBJECT-VERSION.',
    'draft-ietf-uri-url-03',
    'PROSPERO',
  ),
  'prospero-equals': info(
    'A missing "=" after the name of a field was added, or a "=" in its value was escaped.',
    'draft-hoffkohn-rfc1738bis',
    '2.9',
  ),
  'prospero-versions': warning(
    'The URL names more than one version. Clients request the first one.',
    'draft-hoffkohn-rfc1738bis',
    '2.9',
  ),
  'prospero-name': warning(
    'A request has an object name of at most 4,096 octets without control characters. Nothing can be sent.',
    'draft-hoffkohn-rfc1738bis',
    '2.9',
  ),
  'prospero-version-text': warning(
    'A version has 1 to 100 printable ASCII characters and no space. Nothing can be sent.',
    'draft-hoffkohn-rfc1738bis',
    '2.9',
  ),
  'prospero-field-unsent': warning(
    'A request names an object and its version. Clients do not send the other fields, so the server may have another object.',
    'draft-hoffkohn-rfc1738bis',
    '2.9',
  ),
  'prospero-field': info('A field must be a name, "=" and a value.', 'draft-hoffkohn-rfc1738bis', '2.9'),
});

/** A path without fields, or with fields that are a name, `=` and a value. */
const FIELDS = /^[^;]*(?:;[^;=]+=[^;=]*)*$/;
/** A field that no question has. */
const UNSENT = /;(?!OBJECT-VERSION=)[^;=]+=/i;
const VERSIONS = /;OBJECT-VERSION=.*;OBJECT-VERSION=/is;

function noteFields(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const { pathFrom, pathTo } = pass;
  const written = pass.written(mark, pathTo);
  if (!FIELDS.test(written)) pass.note('prospero-field', pathFrom, pathTo);
  if (UNSENT.test(written)) pass.note('prospero-field-unsent', pathFrom, pathTo);
  if (VERSIONS.test(written)) pass.note('prospero-versions', pathFrom, pathTo);
  const fault = prosperoFault(written, versionOf(written));
  if (fault !== null) pass.note(fault, pathFrom, pathTo);
}

function details({ path }: Parts, extent: Extent = new Extent()): ProsperoDetails {
  const semicolon = endOr(path.indexOf(';'), path.length);
  const pieces = semicolon === path.length ? [] : extent.split('details.fields', path.slice(semicolon + 1), ';');
  const fields = pieces.map((field) => {
    const [name = '', value = ''] = field.split('=');
    return { name: decodeText(name), value: decodeText(value) };
  });
  return {
    hsoname: decodeText(path.slice(1, semicolon)),
    fields,
    version: versionOf(path),
  };
}

/** The version that a canonical path names. It may be in a field that the list of them lacks. */
function versionOf(path: string): string | null {
  // Letters are never escaped in a canonical URL.
  const version = /;object-version(?:=([^;]*)|(?=;|$))/i.exec(path);
  return version === null ? null : decodeText(version[1] ?? '');
}

type ProsperoResolution = ResolutionOf<'prospero', ProsperoDetails, ProsperoRequest>;

function sentence({ details, components }: ProsperoResolution): string {
  const version = details.version === null ? '' : ` (version ${quote(details.version)})`;
  return `The object ${quote(details.hsoname)}${version} on the Prospero server ${hostAndPort(components)}.`;
}

export const prospero: Scheme<'prospero', ProsperoDetails, ProsperoRequest, keyof typeof diagnostics> = {
  ...rules.prospero,
  kind: 'prospero',
  title: 'Prospero Directory Service',
  specifications: [
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.9' },
    { document: 'draft-ietf-uri-url-03', section: 'PROSPERO' },
  ],
  example: 'prospero://host.dom//pros/name;OBJECT-VERSION=3',
  diagnostics,
  notePath: noteFields,
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
