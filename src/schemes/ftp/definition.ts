/** What ftp and ftps links mean, and what clients send for them. */
import { decodeText } from '../../uri/decode.ts';
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { ResolutionOf, Scheme } from '../scheme.ts';
import { hostAndPort, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import { directoryPath, directorySteps, type FtpDetails, ftpDetails } from './path.ts';
import { type FtpRequest, ftpRequest, ftpWireOctets } from './request.ts';
import * as rules from './rules.ts';

const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';
const diagnostics = defineDiagnostics({
  ...rules.errors,
  'ftp-type-case': info('The transfer type is written in lower case.', BIS, '2.2.2'),
  'ftp-type-unknown': warning('The transfer type is not a, i or d, so it was read as part of the name.', BIS, '2.2.2'),
  'ftp-semicolon': info('A semicolon that is part of a name was escaped.', BIS, '2.2.2'),
  'ftp-empty-segment': warning(
    'An empty segment is CWD with a null argument. Some servers refuse it, and many clients send something else or nothing.',
    BIS,
    '2.2.2',
  ),
  'ftp-old-type': info(
    'In 1994 syntax an exclamation mark begins the transfer type. Today it is written ";type=".',
    URL03,
    'BNF for specific URL schemes',
  ),
});

type FtpScheme = Scheme<'ftp', FtpDetails, FtpRequest, keyof typeof diagnostics>;

const shared = {
  kind: 'ftp',
  diagnostics,
  notePath: noteEmptySegment,
  details: ftpDetails,
  wireOctets: ftpWireOctets,
  sentence: ftpSentence,
  explanation,
  detailNames: { cwd: 'Directories' },
  templateVariables: { type: 'the transfer type.', name: 'the name of the file, decoded.' },
  linkable: true,
  gatewayPath: true,
  rewrittenByEmbed: true,
} satisfies Partial<FtpScheme>;

export const ftp: FtpScheme = {
  ...rules.ftp,
  ...shared,
  title: 'File Transfer Protocol',
  specifications: [
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.2' },
    { document: 'draft-ietf-uri-url-03', section: 'FTP' },
  ],
  example: 'ftp://ftp.funet.fi/pub/README',
  request: (parts, details, extent) => ftpRequest(parts, details, 'tcp', extent),
};

export const ftps: FtpScheme = {
  ...rules.ftps,
  ...shared,
  title: 'File Transfer Protocol over TLS',
  specifications: [
    { document: 'RFC 4217', section: '4' },
    { document: 'draft-hoffkohn-rfc1738bis', section: '2.2' },
  ],
  example: 'ftps://ftp.example/pub/README',
  request: (parts, details, extent) => ftpRequest(parts, details, 'tls', extent),
};

/** Notes an empty segment. What follows the last slash is a name, which may be empty: `/` is a directory. */
function noteEmptySegment(pass: Rewrite<keyof typeof diagnostics>, mark: number): void {
  const { text, pathFrom, pathTo } = pass;
  if (!pass.written(mark, pathTo).includes('//')) return;
  // Browsers read a backslash as a slash.
  const from = pathFrom + text.slice(pathFrom, pathTo).search(/[/\\]{2}/);
  pass.note('ftp-empty-segment', from, from + '//'.length);
}

type FtpResolution = ResolutionOf<'ftp', FtpDetails, unknown>;

const TRANSFERS = { a: ', as text', i: ', as binary', d: '' } as const;

export function ftpSentence({ details, components }: FtpResolution): string {
  const { cwd, name, type } = details;
  const segments = type === 'd' && name !== '' ? [...cwd, name] : cwd;
  const path = directoryPath(segments);
  const directory = path === null ? `that is reached by ${directorySteps(segments)},` : quote(path);
  const user = components.user === null ? '' : ` (user ${quote(decodeText(components.user))})`;
  const place = `${hostAndPort(components)}${user}`;
  if (type !== 'd' && name !== '') {
    const where = segments.length === 0 ? '' : ` in the directory ${directory}`;
    return `The file ${quote(name)}${where} on the FTP server ${place}${type === null ? '' : TRANSFERS[type]}.`;
  }
  if (segments.length === 0) return `The login directory on the FTP server ${place}.`;
  return `The directory ${directory} on the FTP server ${place}.`;
}
