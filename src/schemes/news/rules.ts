/**
 * news and snews, nntp and nntps (RFC 5538; draft-hoffkohn-rfc1738bis §2.4, §2.5; draft-ietf-uri-url-03).
 *
 * ```
 *   news:*            news:<group>            news:<message-id>        news://<server>/…
 *   nntp://<host>[:<port>]/<group>[/<article-number>]                  nntp:<group>/<number>  (1994)
 * ```
 * In a name only the slash is reserved: `%40` is the same as `@`, and a name with `@` is a message-id.
 */

import { rewriteAuthority } from '../../uri/authority.ts';
import { PCHAR } from '../../uri/characters.ts';
import { splitUrl } from '../../uri/components.ts';
import { defineErrors } from '../../uri/diagnostic.ts';
import { rootPath } from '../../uri/generic-path.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import { transform } from '../../uri/reference-resolution.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { OctetRules, SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, LOGIN, policies, type Syntax } from '../../uri/syntax.ts';
import { dropIdBrackets, type MessageIdCode, plainId, rewriteMessageId } from '../message-id.ts';

/** Why URLs are refused. */
export const errors = /* @__PURE__ */ defineErrors({
  'news-cr-lf': ['This link contains a line break or NUL, which no NNTP command can contain.', 'RFC 3977', '3.1'],
});

/** The diagnostics of the rules. */
type NewsCode =
  | MessageIdCode
  | 'news-cr-lf'
  | 'news-empty-server'
  | 'nntp-no-server'
  | 'newsgroup-final-slash'
  | 'article-number-zeros';

const newsSyntax = (port: number, path: typeof PCHAR, emptyHost: boolean): Syntax =>
  internetSyntax(port, {
    authority: 'optional',
    emptyHost,
    query: false,
    policies: policies({ path, decode: PCHAR, login: LOGIN, query: false }),
  });

/** `news:///x` names no server, as `news:x` does not (RFC 5538 §4). */
function newsAuthority(pass: Rewrite<NewsCode>, from: number, syntax: Syntax): number {
  if (!pass.text.startsWith('//', from)) return from;
  const mark = pass.mark(from);
  const to = rewriteAuthority(pass, from + 2, syntax);
  if (pass.written(mark, to) !== '//') return to;
  const nameFrom = pass.text.charCodeAt(to) === 0x2f ? to + 1 : to;
  pass.rewrite(mark, from, nameFrom, '', 'news-empty-server');
  pass.hostFrom = ABSENT;
  return nameFrom;
}

/** The name after `news:` or `news://server/`. A `/` in it is data; angle brackets around it are removed. */
function newsPath(pass: Rewrite<NewsCode>, from: number, syntax: Syntax): number {
  const rooted = rootPath(pass, from, syntax) && pass.hostFrom !== ABSENT;
  const nameFrom = rooted && pass.text.charCodeAt(from) === 0x2f ? from + 1 : from;
  const mark = pass.mark(nameFrom);
  const to = rewriteName(pass, nameFrom, syntax);
  if (pass.changedSince(mark, nameFrom) || pass.text.charCodeAt(nameFrom) === 0x25)
    dropIdBrackets(pass, mark, nameFrom, to);
  return to;
}

/** Makes a group or a message-id canonical, which is a name with an `@`, and returns where it ends. */
function rewriteName(pass: Rewrite<NewsCode>, from: number, { policies }: Syntax): number {
  const { text } = pass;
  const hash = text.indexOf('#', from);
  const to = hash === ABSENT ? text.length : hash;
  if (/@|%40/.test(text.slice(from, to))) {
    rewriteMessageId(pass, from, to, policies.path, 'news-cr-lf');
  } else {
    rewriteComponent(pass, from, to, policies.path);
    if (pass.lineBreak !== ABSENT) pass.fail('news-cr-lf', pass.lineBreak);
  }
  return to;
}

function nntpPath(pass: Rewrite<NewsCode>, from: number, syntax: Syntax): number {
  const { text } = pass;
  if (pass.hostFrom === ABSENT) pass.note('nntp-no-server', 0, from);
  const mark = pass.mark(from);
  rootPath(pass, from, syntax);
  const to = rewriteName(pass, from, syntax);
  const inPlace = !pass.changedSince(mark, from);
  const path = inPlace ? text.slice(from, to) : pass.written(mark, to);
  const redundant = redundantPart(path, pass.hostFrom !== ABSENT);
  if (redundant !== null) {
    const { start, end, code } = redundant;
    if (inPlace) pass.replace(from + start, from + end, '', code);
    else pass.rewrite(mark, from, to, path.slice(0, start) + path.slice(end), code);
  }
  return to;
}

/**
 * The part of a path that says nothing: the slash of `group/`, because RFC 5538 §3 has no empty article number, or the
 * zeros of `group/00042`.
 */
function redundantPart(path: string, hasHost: boolean): { start: number; end: number; code: NewsCode } | null {
  const start = path.lastIndexOf('/') + 1;
  if (start === path.length) {
    const root = hasHost && path.startsWith('/') ? 1 : 0;
    if (path.length === root || path.slice(root, -1).includes('/')) return null;
    return { start: start - 1, end: start, code: 'newsgroup-final-slash' };
  }
  let end = start;
  while (end < path.length - 1 && path.charCodeAt(end) === 0x30) end++;
  // A group precedes the slash.
  if (end === start || start <= 1 || !/^\d+$/.test(path.slice(end))) return null;
  return { start, end, code: 'article-number-zeros' };
}

/** A relative reference is a group or a message-id without a scheme (draft-ietf-uri-url-03, "NEWS"). */
function newsTransform(base: string, reference: string): string {
  const opaque = !splitUrl(base).hasAuthority;
  const partial = opaque && reference !== '' && !reference.startsWith('#');
  return partial ? base.slice(0, base.indexOf(':') + 1) + reference : transform(base, reference);
}

const newsOctets: OctetRules = { opaque: true, path: { name: plainId } };

/** A group, and a number without zeros before it. */
const nntpOctets: OctetRules = {
  path: {
    group: { leaves: { octets: 'all but printable ASCII', empty: true }, next: { '/': 'article' } },
    article: {
      leaves: { octets: 'all but printable ASCII', beginning: '0', empty: true },
      next: { '/': 'article' },
    },
  },
};

/** The rules of news and snews, which name a group or an article. */
function newsRules(name: string, port: number): SchemeRules<NewsCode> {
  const syntax = newsSyntax(port, PCHAR, true);
  return {
    name,
    defaultPort: port,
    syntax,
    octets: newsOctets,
    authority: (pass, from) => newsAuthority(pass, from, syntax),
    path: (pass, from) => newsPath(pass, from, syntax),
    transform: newsTransform,
  };
}

/** The rules of nntp and nntps, which name a group on a server and an article number in it. */
function nntpRules(name: string, port: number): SchemeRules<NewsCode> {
  const syntax = newsSyntax(port, PCHAR.or('/'), false);
  return {
    name,
    defaultPort: port,
    syntax,
    octets: nntpOctets,
    path: (pass, from) => nntpPath(pass, from, syntax),
  };
}

export const news: SchemeRules<NewsCode> = /* @__PURE__ */ newsRules('news', 119);

export const snews: SchemeRules<NewsCode> = /* @__PURE__ */ newsRules('snews', 563);

export const nntp: SchemeRules<NewsCode> = /* @__PURE__ */ nntpRules('nntp', 119);

export const nntps: SchemeRules<NewsCode> = /* @__PURE__ */ nntpRules('nntps', 563);
