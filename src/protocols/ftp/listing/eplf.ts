/**
 * The Easily Parsed LIST Format of D. J. Bernstein's publicfile and anonftpd: facts, a tab, and the name.
 *
 * ```
 *   +i8388621.48594,m825718503,r,s280,⇥djb.html
 *   +i8388621.50690,m824255907,/,⇥514
 * ```
 */
import { entryNamed, type LineParser, parseFileSize, timeOfSeconds } from './entry.ts';

export const parseEplfLine: LineParser = (line) => {
  const tab = line.indexOf('\t');
  if (!line.startsWith('+') || tab < 0 || tab + 1 === line.length) return undefined;
  const facts = line.slice(1, tab).split(',');
  const factOf = (letter: string) => facts.find((fact) => fact.startsWith(letter))?.slice(1);
  const kind = facts.includes('/') ? 'directory' : facts.includes('r') ? 'file' : 'unknown';
  return entryNamed(kind, line.slice(tab + 1), {
    size: parseFileSize(factOf('s')),
    modified: timeOfSeconds(factOf('m')),
  });
};
