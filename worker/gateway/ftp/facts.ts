/**
 * What is known of a file before it is sent: its size and the time of its last change (RFC 3659 §3, §4, §7), which
 * are what an HTTP client revalidates, resumes and seeks by.
 */
import { parseListingLine } from '../../../src/schemes/ftp/listing.ts';
import type { OctetString } from '../../../src/schemes/ftp/octet-string.ts';
import type { Reply } from '../../../src/schemes/ftp/reply.ts';
import { parseTimeValue } from '../../../src/schemes/ftp/time.ts';
import type { Session } from './login.ts';

export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'unknown';
  /** In octets, as TYPE I sends them. */
  readonly size: number | null;
  readonly modified: Date | null;
  /** What the server said where it knows no such file. */
  readonly refused: Reply | null;
}

const NOTHING: FileFacts = { kind: 'unknown', size: null, modified: null, refused: null };
const NO_SUCH_FILE = 550;
const FILE_STATUS = 213;
const FACTS_FOLLOW = 250;

/**
 * Asks for the facts of a name. It may be that none can be had of a file that is there.
 *
 * @param path the name with what goes before it
 */
export async function factsOf({ control, features }: Session, path: OctetString): Promise<FileFacts> {
  const listed = features.has('MLST') ? listedFacts(await control.command('MLST', path)) : NOTHING;
  if (listed.kind === 'directory') return listed;
  let { size, modified } = listed;
  if (size === null) {
    const reply = await control.command('SIZE', path);
    size = sizeOf(reply);
    if (size === null && listed.kind === 'unknown') {
      return reply.code === NO_SUCH_FILE ? { ...NOTHING, refused: reply } : NOTHING;
    }
  }
  modified ??= timeOf(await control.command('MDTM', path));
  return { kind: 'file', size, modified, refused: null };
}

/** The one line with facts stands between the first and the last, behind a space (RFC 3659 §7.2). */
function listedFacts({ code, lines }: Reply): FileFacts {
  const [, line] = lines;
  if (code !== FACTS_FOLLOW || line === undefined || lines.length < 3) return NOTHING;
  const entry = parseListingLine('MLSD', line.replace(/^ /, ''), new Date());
  if (entry?.kind === 'directory') return { ...NOTHING, kind: 'directory' };
  if (entry?.kind !== 'file') return NOTHING;
  const modified = entry.modified === null ? null : new Date(entry.modified);
  return { kind: 'file', size: entry.size, modified, refused: null };
}

function sizeOf(reply: Reply): number | null {
  const size = Number(statusOf(reply, /^\d{1,15}$/) ?? Number.NaN);
  return Number.isSafeInteger(size) ? size : null;
}

function timeOf(reply: Reply): Date | null {
  return parseTimeValue(statusOf(reply, /^[\d.]+$/) ?? '');
}

function statusOf({ code, lines: [text = ''] }: Reply, form: RegExp): string | null {
  const value = text.trim();
  return code === FILE_STATUS && form.test(value) ? value : null;
}
