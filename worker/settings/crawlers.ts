/** The setting `CRAWLERS`: which crawlers may follow links through the gateways, and where. */

/** A crawler that the operator lets in. */
export interface Crawler {
  /** Its product token (RFC 9309 §2.2.1), such as `archive.org_bot`. */
  readonly agent: string;
  /** What the paths begin with that it may fetch, such as `/gopher/gopher.floodgap.com/`. */
  readonly path: string;
}

/** A path of a gateway: all of a scheme, a server, or a part of one. */
const ENTRY = /^([\w.-]{3,64})=(\/[a-z][a-z\d+.-]*\/[\w.~:@!&'()+,;=%/-]*)$/;

/**
 * Reads `CRAWLERS`.
 *
 * @throws TypeError for an entry that is not `crawler=/scheme/` or `crawler=/scheme/host/path`
 * @example
 * ```ts
 * parseCrawlers('archive.org_bot=/gopher/gopher.floodgap.com/'); // [{ agent: 'archive.org_bot', path: '/gopher/gopher.floodgap.com/' }]
 * ```
 */
export function parseCrawlers(text: string): readonly Crawler[] {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  return entries.map((entry) => {
    const [, agent, path] = ENTRY.exec(entry) ?? [];
    if (agent === undefined || path === undefined) throw new TypeError(`${entry} is not crawler=/scheme/host/`);
    return { agent, path };
  });
}
