/**
 * The Easily Parsed LIST Format of D. J. Bernstein's publicfile and anonftpd:
 *
 * ```
 *   +i8388621.48594,m825718503,r,s280,⇥djb.html
 *   +i8388621.50690,m824255907,/,⇥514
 * ```
 */
import { type LineParser, listedInstant, parseFileSize } from './entry.ts';

const MILLISECONDS_PER_SECOND = 1000;
/** The last second that a Date can hold. */
const LAST_SECOND = 8.64e12;

export const parseEplfLine: LineParser = (line) => {
  const tab = line.indexOf('\t');
  if (!line.startsWith('+') || tab < 0 || tab + 1 === line.length) return undefined;
  const facts = line.slice(1, tab).split(',');
  const factOf = (letter: string) => facts.find((fact) => fact.startsWith(letter))?.slice(1);
  const seconds = parseFileSize(factOf('m'));
  const directory = facts.includes('/');
  return {
    kind: directory ? 'directory' : facts.includes('r') ? 'file' : 'unknown',
    name: line.slice(tab + 1),
    size: directory ? null : parseFileSize(factOf('s')),
    modified:
      seconds === null || seconds > LAST_SECOND ? null : listedInstant(new Date(seconds * MILLISECONDS_PER_SECOND)),
    target: null,
  };
};
