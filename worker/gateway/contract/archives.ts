/** Where copies of a link may be if its server is gone: the addresses that `ARCHIVES` makes of it. */
import { judgePublicHost } from '../../../src/egress/policy.ts';
import type { Resolution } from '../../../src/index.ts';
import type { Environment } from '../../settings/environment.ts';
import { variablesOf } from './template.ts';

/** A copy that may exist: nobody has looked. */
export interface ArchivedCopy {
  /** The archive. */
  readonly name: string;
  readonly url: string;
}

/**
 * The addresses at which archives may have a copy of a link. No archive reaches a host that is not on the public
 * Internet; but articles and groups are on many servers.
 *
 * @example
 * ```ts
 * archivesOf(explain('ftp://h.example.org/a'), environment)[0]?.url; // 'https://web.archive.org/web/ftp://h.example.org/a'
 * ```
 */
export function archivesOf(link: Resolution, { archives }: Pick<Environment, 'archives'>): readonly ArchivedCopy[] {
  const variables = variablesOf(link);
  const kind = variables.messageId ? 'message-id' : variables.group ? 'group' : link.scheme;
  const { host } = link.components;
  if (kind === link.scheme && host !== null && !judgePublicHost(host).allowed) return [];
  return (archives.get(kind) ?? []).flatMap(({ name, template, variables: names }) => {
    // Only a path may be empty.
    const complete = names.every((each) => each === 'path' || Boolean(variables[each]));
    return complete ? [{ name, url: template.expand(variables) }] : [];
  });
}
