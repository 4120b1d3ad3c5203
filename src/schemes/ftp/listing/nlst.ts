/** The listing of names alone (RFC 959 §4.1.3, NLST). Some servers put the path of the directory in front. */
import { type LineParser, named } from './entry.ts';

export const parseNlstLine: LineParser = (line) => {
  const name = line.slice(line.lastIndexOf('/') + 1);
  return name === '' || name === '.' || name === '..' ? null : named(name);
};
