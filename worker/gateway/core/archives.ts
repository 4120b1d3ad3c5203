/** Where copies of a link may be if its server is gone: the addresses that `ARCHIVES` makes of it. */
import type { Resolution } from '../../../src/index.ts';
import type { Environment } from '../../env.ts';
import { variablesOf } from './template.ts';

/** A copy that may exist: nobody has looked. */
export interface ArchivedCopy {
  /** The archive. */
  readonly name: string;
  readonly url: string;
}

/**
 * The addresses at which archives may have a copy of a link.
 *
 * @example
 * ```ts
 * archivesOf(explain('ftp://h.example/a'), environment)[0]?.url; // 'https://web.archive.org/web/ftp://h.example/a'
 * ```
 */
export function archivesOf(link: Resolution, { archives }: Pick<Environment, 'archives'>): readonly ArchivedCopy[] {
  const variables = variablesOf(link);
  const kind = variables.messageId ? 'message-id' : variables.group ? 'group' : link.scheme;
  return (archives.get(kind) ?? []).flatMap(({ name, template, variables: names }) => {
    // Only a path may be empty.
    const complete = names.every((each) => each === 'path' || Boolean(variables[each]));
    return complete ? [{ name, url: template.expand(variables) }] : [];
  });
}
