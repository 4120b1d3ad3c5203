/** Bare names (RFC 959 §4.1.3, NLST). Some servers put the path of the directory in front of each name. */
import { entryNamed, type LineParser } from './entry.ts';
import { parseVmsName } from './vms.ts';

/** A path before a name: of directories with slashes, or of VMS. */
const PATH = /^(?:.*\/|[\w$]*:?\[[^\]]*\])/s;
const VMS_DIRECTORY = /^(.+)\.DIR$/i;

export const parseBareName: LineParser = (line) => {
  const name = line.replace(PATH, '');
  if (name === '') return null;
  const directory = VMS_DIRECTORY.exec(parseVmsName(name)?.name ?? '')?.[1];
  return entryNamed(directory === undefined ? 'unknown' : 'directory', directory ?? name);
};
