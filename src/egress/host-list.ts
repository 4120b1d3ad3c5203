/** Lists of hosts and domains, written by an operator or the sender of a webhook. */
import { hostKey } from './policy.ts';

/** Hosts, and domains with every name below them. */
export interface HostList {
  readonly hosts: ReadonlySet<string>;
  /** Each with its leading dot. */
  readonly domains: readonly string[];
}

/**
 * Reads a list of canonical hosts, separated by commas or blanks. `.example.org` and `*.example.org` stand for every
 * name below `example.org`, but not for `example.org` itself.
 *
 * @param text - the list; empty = no host
 * @example
 * ```ts
 * parseHostList('example.org, *.example.org').domains; // ['.example.org']
 * ```
 */
export function parseHostList(text: string): HostList {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  const isDomain = (entry: string) => /^\*?\./.test(entry);
  return {
    hosts: new Set(entries.filter((entry) => !isDomain(entry)).map(hostKey)),
    domains: entries.filter(isDomain).map((entry) => entry.replace('*', '').toLowerCase()),
  };
}

/**
 * Whether a canonical host is on a list.
 *
 * @param host - a canonical host, as in a URL
 * @example
 * ```ts
 * isListed('www.example.org', parseHostList('example.org, .example.org')); // true
 * ```
 */
export function isListed(host: string, { hosts, domains }: HostList): boolean {
  const key = hostKey(host);
  return hosts.has(key) || domains.some((domain) => key.endsWith(domain));
}
