/**
 * Listings of the data sets of MVS and z/OS. Sizes are tracks, so they are unknown in octets. The date is that of the
 * last use.
 *
 * ```
 *   Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname
 *   WRKVL1 3390   2023/01/02  1    5  FB      80 27920  PO  HLQ.PDS
 *   Migrated                                                HLQ.OLD.DATA
 * ```
 */
import { entryNamed, type LineParser, type ListingEntry, withoutFill } from './entry.ts';

export const DATA_SET_HEADING = /^[\t ]?Volume[\t ]+Unit[\t ]+Referred[\t ]+Ext[\t ]/i;

/** A large number of tracks fills the blanks before it, or is shown as `++++` or `????`. Some servers indent lines. */
const DATA_SET =
  /^[\t ]*[^\t ]{1,6}[\t ]+[^\t ]{1,8}[\t ]+(?:\d{4}\/\d\d\/\d\d|\d\d\/\d\d\/\d\d|\*\*NONE\*\*)[\t ]+[\d+?]+(?:[\t ]+[\d+?]+)?[\t ]+[A-Z?]{1,4}[\t ]+[\d?]+[\t ]+[\d?]+[\t ]+([A-Z?][A-Z-]{0,3})[\t ]+([^\t ]+)[\t ]*$/i;
/**
 * Data sets without columns: on tape or in an archive, of another kind, or only a level of their names. The name is the
 * last word.
 */
const WITHOUT_COLUMNS =
  /^[\t ]{0,80}(?:MIGRAT(?:ED)?|ARCIVE|VSAM|GDG|(Pseudo Directory)|Error determining attributes|[^\t ]{1,6}[\t ]+(?:Not Mounted|Tape|Not Direct Access Device|[^\t ]{1,8}[\t ]+VSAM))[\t ]+[^\t ]/i;

/** The names of other kinds of data sets are links that open as what they are. */
const ORGANIZATIONS: Readonly<Record<string, ListingEntry['kind']>> = {
  PO: 'directory',
  'PO-E': 'directory',
  PS: 'file',
};

export const parseDataSetLine: LineParser = (line) => {
  const [, organization = '', name] = DATA_SET.exec(line) ?? [];
  if (name !== undefined) return entryNamed(ORGANIZATIONS[organization.toUpperCase()] ?? 'unknown', name);
  const match = WITHOUT_COLUMNS.exec(line);
  if (!match) return undefined;
  const trimmed = withoutFill(line);
  const last = trimmed.slice(Math.max(trimmed.lastIndexOf(' '), trimmed.lastIndexOf('\t')) + 1);
  return entryNamed(match[1] === undefined ? 'unknown' : 'directory', last);
};
