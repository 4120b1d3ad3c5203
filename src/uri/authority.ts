/**
 * `authority = [ userinfo "@" ] host [ ":" port ]` (RFC 3986 §3.2). The common case, a lower-case name with
 * or without a port, is recognised in one scan; everything else takes the complete way.
 */
import { readHost } from './host.ts';
import { isCanonicalIpv4 } from './ipv4.ts';
import { Reread, rewriteComponent } from './percent.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import type { Syntax } from './syntax.ts';

const DOT = 0x2e;
const COLON = 0x3a;
const SLASH = 0x2f;
const QUESTION = 0x3f;
const HASH = 0x23;

/** What the quick scan does with a host character. */
const LETTER = 1; // a–z, 0–9, and `-`
const UPPER = 2; //  A–Z

const HOST: Uint8Array = new Uint8Array(128);
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789-') HOST[letter.charCodeAt(0)] = LETTER;
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') HOST[letter.charCodeAt(0)] = UPPER;

/** Makes the authority that begins at `from` canonical, and returns where it ends. */
export function rewriteAuthority(pass: Rewrite, from: number, syntax: Syntax): number {
  if (!pass.recording && syntax.host !== 'registered') {
    const end = plainAuthority(pass, from, syntax);
    if (end !== ABSENT) return end;
  }
  return anyAuthority(pass, from, syntax);
}

/** A host of letters, digits and dots, and perhaps a port; `ABSENT` where there is more to it. */
function plainAuthority(pass: Rewrite, from: number, syntax: Syntax): number {
  const { text } = pass;
  let index = from;
  let label = from; // where the last label begins
  let upper = false;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const role = code < 128 ? HOST[code] : 0;
    if (role === LETTER) continue;
    if (role === UPPER) upper = true;
    else if (code === DOT) label = index + 1;
    else break;
  }
  const end = index;
  if (end === from || label === end) return ABSENT;
  const stop = text.charCodeAt(end);
  if (end < text.length && stop !== SLASH && stop !== COLON && stop !== QUESTION && stop !== HASH) return ABSENT;
  const first = text.charCodeAt(label);
  if (first >= 0x30 && first <= 0x39 && !isCanonicalIpv4(text, from, end)) return ABSENT;
  if (mayBePunycode(text, from, end)) return ABSENT;
  const next = stop === COLON ? plainPort(text, end + 1, syntax) : end;
  if (next === ABSENT) return ABSENT;
  if (upper) pass.replace(from, end, text.slice(from, end).toLowerCase(), 'host-case');
  pass.hostFrom = from;
  pass.hostTo = end;
  if (stop === COLON) rewritePort(pass, end, next, syntax);
  return next;
}

/** Whether `xn--` stands somewhere in the host: then UTS 46 has a word in it. */
function mayBePunycode(text: string, from: number, to: number): boolean {
  const hyphens = text.indexOf('--', from);
  return hyphens !== ABSENT && hyphens < to;
}

/** The end of a port of digits only, which must be the end of the authority too; else `ABSENT`. */
function plainPort(text: string, from: number, syntax: Syntax): number {
  if (!syntax.portAllowed) return ABSENT;
  let index = from;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x30 || code > 0x39) return code === SLASH || code === QUESTION || code === HASH ? index : ABSENT;
  }
  return index;
}

/** Every authority: user info, any host, any port, and the errors that they deserve. */
function anyAuthority(pass: Rewrite, from: number, syntax: Syntax): number {
  const { text } = pass;
  const end = authorityEnd(text, from);
  for (let index = from; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code !== 0x5c && code !== 0x09 && code !== 0x0a && code !== 0x0d) continue;
    if (syntax.asBrowsersRead) throw Reread;
    pass.fail('authority-character', index);
  }
  const at = text.lastIndexOf('@', end - 1);
  const hostFrom = at >= from && at < end ? at + 1 : from;
  if (hostFrom > from) rewriteUserInfo(pass, from, hostFrom - 1, syntax);
  const hostTo = hostEnd(text, hostFrom, end);
  rewriteHost(pass, hostFrom, hostTo, syntax);
  if (hostTo < end) rewritePort(pass, hostTo, end, syntax);
  return end;
}

/** Where the authority that begins at `from` ends. */
export function authorityEnd(text: string, from: number): number {
  let index = from;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === SLASH || code === QUESTION || code === HASH) break;
  }
  return index;
}

/** The last colon outside of brackets ends the host. */
function hostEnd(text: string, from: number, to: number): number {
  const bracket = text.charCodeAt(from) === 0x5b ? text.indexOf(']', from) : ABSENT;
  if (bracket !== ABSENT && bracket < to) return bracket + 1;
  const colon = text.lastIndexOf(':', to - 1);
  return colon >= from && colon < to ? colon : to;
}

/** `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`; the first colon begins the password. */
function rewriteUserInfo(pass: Rewrite, from: number, to: number, syntax: Syntax): void {
  if (syntax.userInfo === 'error') pass.fail('user-info-forbidden', from);
  if (syntax.userInfo === 'ignored') pass.note('user-info-ignored', from, to);
  const colon = pass.text.indexOf(':', from);
  const userTo = colon === ABSENT || colon > to ? to : colon;
  if (to > from) pass.note('credentials-in-url', from, to);
  pass.userFrom = from;
  pass.userTo = userTo;
  pass.passwordTo = to;
  rewriteComponent(pass, from, userTo, syntax.policies.user);
  const control = pass.control;
  if (userTo < to) rewriteComponent(pass, userTo + 1, to, syntax.policies.password);
  const first = control === ABSENT ? pass.control : control;
  if (first !== ABSENT) pass.note('user-info-control', first, first + 1);
}

function rewriteHost(pass: Rewrite, from: number, to: number, syntax: Syntax): void {
  pass.hostFrom = from;
  pass.hostTo = to;
  if (from === to) {
    if (!syntax.emptyHost) pass.fail('host-missing', from);
    return;
  }
  const raw = pass.text.slice(from, to);
  const reading = readHost(raw, syntax.host);
  if ('code' in reading) return pass.fail(reading.code, from + reading.index);
  if (reading.change !== null) pass.replace(from, to, reading.host, reading.change);
  for (const doubt of reading.doubts) pass.note(doubt, from, to);
}

/** `":" port`: no leading zeros, and none at all where it says nothing. `text[colon]` is the colon. */
function rewritePort(pass: Rewrite, colon: number, to: number, syntax: Syntax): void {
  const { text } = pass;
  const from = colon + 1;
  pass.portFrom = from;
  pass.portTo = to;
  if (!syntax.portAllowed) pass.fail('port-forbidden', from);
  if (from === to) return pass.replace(colon, to, '', 'port-empty');
  let value = 0;
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) pass.fail('port-character', index);
    value = value * 10 + digit;
    if (value > 65_535) pass.fail('port-range', from);
  }
  if (value === syntax.port) return pass.replace(colon, to, '', 'port-default');
  if (text.charCodeAt(from) === 0x30 && to > from + 1) pass.replace(from, to, String(value), 'port-zeros');
}
