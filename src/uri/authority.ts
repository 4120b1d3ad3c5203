/**
 * `authority = [ userinfo "@" ] host [ ":" port ]` (RFC 3986 §3.2). One scan recognises the common case, a name with
 * or without a port; the complete functions read everything else.
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
const PERCENT = 0x25;
const AT = 0x40;
const BACKSLASH = 0x5c;

/** What the quick scan does with a host character. */
const LETTER = 1; // a–z, 0–9, -
const UPPER = 2; //  A–Z

const HOST: Uint8Array = new Uint8Array(128);
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789-') HOST[letter.charCodeAt(0)] = LETTER;
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') HOST[letter.charCodeAt(0)] = UPPER;

/** Makes the authority that begins at `from` canonical and returns where it ends. */
export function rewriteAuthority(pass: Rewrite, from: number, syntax: Syntax): number {
  if (pass.recording || syntax.host === 'registered') return anyAuthority(pass, from, syntax);
  const { text } = pass;
  const hostTo = plainHost(pass, from);
  if (hostTo === ABSENT) return anyAuthority(pass, from, syntax);
  const to = text.charCodeAt(hostTo) === COLON ? plainPort(text, hostTo + 1) : hostTo;
  if (to === ABSENT) return anyAuthority(pass, from, syntax);
  rewritePlainHost(pass, from, hostTo);
  if (to > hostTo) rewritePort(pass, hostTo, to, syntax);
  return to;
}

/**
 * The end of a host of letters, digits, hyphens and dots, which needs nothing but perhaps lower case
 * (`pass.capital`). `ABSENT` if the host has other characters, or is followed by something unusual.
 */
function plainHost(pass: Rewrite, from: number): number {
  const { text } = pass;
  const { length } = text;
  pass.capital = ABSENT;
  let index = from;
  let label = from; // where the last label begins
  for (; index < length; index++) {
    const code = text.charCodeAt(index);
    const role = code < 128 ? HOST[code] : 0;
    if (role === LETTER) continue;
    if (code === DOT) label = index + 1;
    else if (role === UPPER) pass.capital = index;
    else break;
  }
  if (label === index || (index < length && !endsHost(text.charCodeAt(index)))) return ABSENT;
  const first = text.charCodeAt(label);
  return first <= 0x39 && !isCanonicalIpv4(text, from, index) ? ABSENT : index;
}

function endsHost(code: number): boolean {
  return code === SLASH || code === COLON || code === QUESTION || code === HASH;
}

function rewritePlainHost(pass: Rewrite, from: number, to: number): void {
  pass.hostFrom = from;
  pass.hostTo = to;
  if (pass.capital !== ABSENT) pass.replace(from, to, pass.text.slice(from, to).toLowerCase(), 'host-case');
}

/** The end of a port of digits, if the authority ends there; else `ABSENT`. */
function plainPort(text: string, from: number): number {
  let index = from;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x30 || code > 0x39) return code === SLASH || code === QUESTION || code === HASH ? index : ABSENT;
  }
  return index;
}

/** The general case: user info, any host, any port, and their errors. */
function anyAuthority(pass: Rewrite, from: number, syntax: Syntax): number {
  const { text } = pass;
  let end = from;
  let hostFrom = from;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === SLASH || code === QUESTION || code === HASH) break;
    if (code === AT) hostFrom = end + 1;
    else if (code === BACKSLASH || (code < 0x0e && code >= 0x09)) checkCharacter(pass, end, code, syntax);
  }
  if (hostFrom > from) rewriteUserInfo(pass, from, hostFrom - 1, syntax);
  const hostTo = hostEnd(text, hostFrom, end, syntax);
  rewriteHost(pass, hostFrom, hostTo, syntax);
  if (hostTo < end) rewritePort(pass, hostTo, end, syntax);
  return end;
}

/** In web schemes, browsers drop tabs and line breaks and read backslashes as slashes. Elsewhere these are errors. */
function checkCharacter(pass: Rewrite, index: number, code: number, syntax: Syntax): void {
  if (code === 0x0b || code === 0x0c) return;
  if (syntax.asBrowsersRead && !pass.cleaned) throw Reread;
  pass.fail('authority-character', index);
}

/**
 * The host ends at the first colon outside brackets, so that the defect of a second one is in the port. In a registered
 * name, all colons but the last one are data.
 */
function hostEnd(text: string, from: number, to: number, { host }: Syntax): number {
  let colon: number;
  if (text.charCodeAt(from) === 0x5b) {
    colon = text.indexOf(']', from) + 1;
    // Only a port may follow; with anything else, the whole text is read as a host and refused.
    if (text.charCodeAt(colon) !== COLON) return to;
  } else {
    colon = host === 'registered' ? text.lastIndexOf(':', to - 1) : text.indexOf(':', from);
  }
  return colon < from || colon > to ? to : colon;
}

/** `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`; the first colon begins the password. */
function rewriteUserInfo(pass: Rewrite, from: number, to: number, syntax: Syntax): void {
  if (syntax.userInfo === 'error') pass.fail('user-info-forbidden', from);
  pass.noteUserInfo(from, to, syntax.userInfo === 'ignored');
  const userTo = rewriteComponent(pass, from, to, syntax.policies.user);
  let control = pass.control;
  if (userTo < to) {
    rewriteComponent(pass, userTo + 1, to, syntax.policies.password);
    if (control === ABSENT) control = pass.control;
  }
  pass.userFrom = from;
  pass.userTo = userTo;
  pass.passwordTo = to;
  pass.userControl = control;
  if (control !== ABSENT) {
    const escaped = pass.text.charCodeAt(control) === PERCENT;
    pass.note('user-info-control', control, control + (escaped ? '%00'.length : 1));
  }
}

function rewriteHost(pass: Rewrite, from: number, to: number, syntax: Syntax): void {
  pass.hostFrom = from;
  pass.hostTo = to;
  if (from === to) {
    if (!syntax.emptyHost) pass.fail('host-missing', from);
    return;
  }
  const found = readHost(pass.text.slice(from, to), syntax.host, pass.idna);
  if ('error' in found) pass.fail(found.error, from + found.index, from + (found.to ?? found.index));
  if (found.change !== null) pass.replace(from, to, found.host, found.change);
  if (syntax.host !== 'registered') pass.noteHost(found.host, from, to);
}

/** `":" port`, whose colon is `text[colon]`: drops leading zeros, an empty port and the default port. */
function rewritePort(pass: Rewrite, colon: number, to: number, syntax: Syntax): void {
  const { text } = pass;
  const from = colon + 1;
  pass.portFrom = from;
  pass.portTo = to;
  if (!syntax.portAllowed) pass.fail('port-forbidden', from);
  let value = 0;
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) pass.fail('port-character', index);
    value = value * 10 + digit;
  }
  if (value > 65_535) pass.fail('port-range', from, to);
  if (from === to) pass.replace(colon, to, '', 'port-empty');
  else if (value === syntax.port) pass.replace(colon, to, '', 'port-default');
  else if (text.charCodeAt(from) === 0x30 && to > from + 1) pass.replace(from, to, String(value), 'port-zeros');
}
