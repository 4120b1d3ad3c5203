/** The steps from a server to what a link names, for links whose paths have segments. */
import { decodeText } from '../uri/decode.ts';
import { withoutUserInfo } from '../uri/user-info.ts';
import type { Link, Step } from './contract.ts';

/** A step of a path. */
interface PathStep extends Step {
  /** The path from its beginning to the end of this step, percent-encoded. */
  readonly path: string;
}

/**
 * One step for each segment of a path. All but the last are directories.
 *
 * @param urlOf - the URL of a step, by its path; `null` = it cannot be opened
 */
export function pathSteps(path: string, urlOf: (path: string) => string | null): readonly PathStep[] {
  const ends = [...path.matchAll(/[^/]+\/?/g)];
  return ends.map((match) => {
    const upTo = path.slice(0, match.index + match[0].length);
    return { text: decodeText(match[0].replace(/\/$/, '')), url: urlOf(upTo), path: upTo };
  });
}

/** Directories, each of which has a link of its own, down to a file or a directory. */
export function directorySteps(link: Pick<Link, 'canonical' | 'components'>): readonly Step[] {
  const server = serverUrlOf(link);
  return pathSteps(link.components.path.replace(/;type=.$/, ''), (path) => server + path);
}

/** The link of a server, without its path. `serverUrlOf(explain('ftp://h.example/pub/'))` is `'ftp://h.example'`. */
export function serverUrlOf({ canonical }: Pick<Link, 'canonical'>): string {
  const [server = ''] = /^[^:]+:\/\/[^/?#]*/.exec(withoutUserInfo(canonical)) ?? [];
  return server;
}
