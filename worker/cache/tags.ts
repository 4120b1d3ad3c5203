/** The tags of answers in the cache of the platform: those of the server and of the link. */
import { explain } from '../../src/index.ts';
import { fingerprint } from '../settings/fingerprint.ts';

/** The canonical URL in `Link`, as every answer of a gateway has it. */
const CANONICAL = /<([^>]*)>; rel="canonical"/;

/** The tags of an answer. @param link - the value of `Link`; `null` = it has none */
export function tagsOfLink(link: string | null): string[] {
  const canonical = CANONICAL.exec(link ?? '')?.[1];
  if (canonical === undefined) return [];
  const { host } = explain(canonical, { complete: true }).components;
  return [linkTag(canonical), ...(host ? serverTags(host) : [])];
}

/** The tag of a link. Two links may have one tag, so that a purge removes too much, never too little. */
function linkTag(canonical: string): string {
  return `link-${fingerprint(canonical)}`;
}

/** The tags of a server: its name, and each domain above. */
function serverTags(host: string): string[] {
  // Lists of hosts write an IPv6 address without its brackets.
  const labels = host.replace(/^\[(.*)\]$/, '$1').split('.');
  return labels.map((_, index) => `server-${labels.slice(index).join('.')}`);
}

/** The tags of what is blocked: a link, or a host as a list of hosts names it. An owner has no answers here. */
export function tagsOfBlock({ kind, value }: { readonly kind: string; readonly value: string }): string[] {
  if (kind === 'target') return tagsOfLink(`<${value}>; rel="canonical"`).slice(0, 1);
  return kind === 'host' ? [`server-${value.replace(/^(?:=|\*?\.)/, '')}`] : [];
}
