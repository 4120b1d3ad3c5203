/**
 * Identifiers of sessions in paths and queries, which the archives' programs leave out of keys. Each kind is dropped
 * once, where it stands last; a query keeps the `&` before it.
 */

/** ASP.NET: `/(S(…))/page.aspx`, and the same without the letter. */
const IN_SEGMENT = [/(?<=\/)\((?:[a-z]\([\da-z]{24}\))+\)\//gi, /(?<=\/)\([\da-z]{24}\)\//gi] as const;

const PAGE = '.aspx';

/** `…sid=` also recognises the end of a longer name, as the programs do. */
const IN_FIELD = [
  /jsessionid=[\da-z]{32}(?:&|$)/gi,
  /phpsessid=[\da-z]{32}(?:&|$)/gi,
  /sid=[\da-z]{32}(?:&|$)/gi,
  /aspsessionid[a-z]{8}=[a-z]{24}(?:&|$)/gi,
] as const;

/** A path without the identifiers before the name of an ASP.NET page. */
export function withoutPathSession(path: string): string {
  return IN_SEGMENT.reduce(withoutSegment, path);
}

function withoutSegment(path: string, session: RegExp): string {
  const lower = path.toLowerCase();
  // Between the identifier and the end of the page's name is no question mark, which a path has if it was escaped.
  for (let to = path.length; to >= 0; ) {
    const from = to === 0 ? 0 : path.lastIndexOf('?', to - 1) + 1;
    const page = lower.slice(from, to).lastIndexOf(PAGE) + from;
    if (page > from) {
      // A character or more stands before the extension.
      const last = [...path.slice(from, page - 1).matchAll(session)].at(-1);
      if (last !== undefined) return path.slice(0, from + last.index) + path.slice(from + last.index + last[0].length);
    }
    to = from - 1;
  }
  return path;
}

/** A query without identifiers of sessions: of Java, PHP and ASP, `sid`, and the pair of ColdFusion. */
export function withoutQuerySession(query: string): string {
  return withoutColdFusion(IN_FIELD.reduce(withoutField, query));
}

function withoutField(query: string, session: RegExp): string {
  const last = [...query.matchAll(session)].at(-1);
  return last === undefined ? query : query.slice(0, last.index) + query.slice(last.index + last[0].length);
}

/** Drops the last `cfid=…&cftoken=…`. */
function withoutColdFusion(query: string): string {
  const fields = query.split('&');
  for (let index = fields.length - 1; index > 0; index--) {
    const [field = '', token = ''] = [fields[index - 1], fields[index]];
    // A character or more stands behind the sign.
    const at = field.slice(0, -1).toLowerCase().lastIndexOf('cfid=');
    if (at === -1 || !/^cftoken=./i.test(token)) continue;
    const before = [...fields.slice(0, index - 1), field.slice(0, at)].join('&');
    return before + fields.slice(index + 1).join('&');
  }
  return query;
}
