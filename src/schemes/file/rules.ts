/**
 * file (RFC 8089; draft-hoffkohn-rfc1738bis §2.8), with the drive letters of the WHATWG URL Standard, "file
 * state" and "file host state".
 *
 * ```
 *   file://<host>/<path>      file:///<path>      file:///C:/<path>
 * ```
 * `localhost` and the empty host both mean the machine on which the URL is read.
 */
import { rewriteAuthority } from '../../uri/authority.ts';
import { splitAfterScheme } from '../../uri/components.ts';
import { removeDotSegments } from '../../uri/generic-path.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import { transform as genericTransform } from '../../uri/reference-resolution.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, policies } from '../../uri/syntax.ts';

/** The diagnostics of the rules. */
type FileCode = 'file-slashes' | 'file-localhost' | 'file-drive-host' | 'file-drive';

const syntax = internetSyntax(null, {
  emptyHost: true,
  userInfo: 'error',
  portAllowed: false,
  asBrowsersRead: true,
  dotSegments: true,
  policies: policies({ dots: true, browser: true }),
});

/** A whole segment `C:`, or `C|` as old URLs write it. */
const DRIVE = /[A-Za-z][:|](?=[/?#\\]|$)/y;

/** A segment with the slash before it, up to the end of the path. */
const SEGMENT = /\/?([^/?#]*)/y;
/** `.` and `..`, in any spelling. */
const DOTS = /^(?:\.|%2e){1,2}$/i;
const DOUBLE_DOTS = /^(?:\.|%2e){2}$/i;

/**
 * Where the drive letter of a path begins: its first segment, once dot segments are removed; `ABSENT` if it has none.
 */
function driveOf(text: string, from: number): number {
  let depth = 0;
  SEGMENT.lastIndex = from;
  for (let match = SEGMENT.exec(text); match !== null && match[0] !== ''; match = SEGMENT.exec(text)) {
    const [, segment = ''] = match;
    const segmentFrom = SEGMENT.lastIndex - segment.length;
    if (DOUBLE_DOTS.test(segment)) depth = Math.max(0, depth - 1);
    else if (!DOTS.test(segment)) {
      if (depth === 0 && startsWithDrive(text, segmentFrom)) return segmentFrom;
      depth++;
    }
  }
  return ABSENT;
}

function startsWithDrive(text: string, from: number): boolean {
  DRIVE.lastIndex = from;
  return DRIVE.test(text);
}

function authority(pass: Rewrite<FileCode>, from: number): number {
  const { text } = pass;
  if (!text.startsWith('//', from)) {
    pass.replace(from, from, '//', 'file-slashes');
    return from;
  }
  const hostFrom = from + 2;
  if (startsWithDrive(text, hostFrom)) {
    pass.hostFrom = hostFrom;
    pass.hostTo = hostFrom;
    return hostFrom;
  }
  const mark = pass.mark(hostFrom);
  const to = rewriteAuthority(pass, hostFrom, syntax);
  if (pass.written(mark, to) === 'localhost') pass.rewrite(mark, hostFrom, to, '', 'file-localhost');
  return to;
}

function path(pass: Rewrite<FileCode>, from: number): number {
  const { text } = pass;
  const mark = pass.mark(from);
  const rooted = text.charCodeAt(from) === 0x2f;
  // Without a bar, nothing changes if the first segment is a drive letter, unless it stands in place of a host.
  const drive = rooted && !text.includes('|', from) ? ABSENT : driveOf(text, from);
  const asHost = drive === from && text.startsWith('//', from - '//'.length);
  if (!rooted) pass.replace(from, from, '/', asHost ? 'file-drive-host' : 'path-empty');
  const bar = drive + 1;
  const oldDrive = drive !== ABSENT && text.charCodeAt(bar) === 0x7c;
  if (oldDrive) {
    rewriteComponent(pass, from, bar, syntax.policies.path);
    pass.replace(bar, bar + 1, ':', 'file-drive');
  }
  const to = rewriteComponent(pass, oldDrive ? bar + 1 : from, text.length, syntax.policies.path);
  if (pass.dotSegment !== ABSENT || !rooted || drive > from + 1) {
    const written = pass.written(mark, to);
    const clean = removeDotSegments(written, (segment) => /^[A-Za-z]:$/.test(segment));
    if (clean !== written) pass.rewrite(mark, from, to, clean, 'dot-segments');
  }
  return to;
}

/**
 * Relative references keep the base's host, and its drive unless they name one (WHATWG URL, "file slash state").
 * The pass that follows removes dot segments.
 */
function transform(base: string, reference: string): string {
  const B = splitAfterScheme(base, 'file'.length);
  const R = splitAfterScheme(reference, ABSENT);
  if (R.hasAuthority || R.pathTo === 0) return genericTransform(base, reference);
  const host = base.slice(0, B.pathFrom);
  if (startsWithDrive(reference, 0)) return `${host}/${reference}`;
  const basePath = base.slice(B.pathFrom, B.pathTo);
  const drive = startsWithDrive(basePath, 1) ? basePath.slice(0, 3) : '';
  if (reference.startsWith('/')) return startsWithDrive(reference, 1) ? host + reference : host + drive + reference;
  const directory = basePath === drive ? `${drive}/` : basePath.slice(0, basePath.lastIndexOf('/') + 1);
  return host + directory + reference;
}

const octets: OctetRules = {
  droppedHost: 'localhost',
  path: { path: { leaves: { raw: '|' } } },
  keepsDrive: true,
};

export const file: SchemeRules<FileCode> = {
  name: 'file',
  defaultPort: null,
  syntax,
  octets,
  authority,
  path,
  transform,
  // The letter of a base may be escaped.
  transformOn: /(?:^|\/)(?:[A-Za-z]|%[4-7].)[:|](?:[/?#]|$)/,
};
