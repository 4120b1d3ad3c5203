/** What is unusual in the host of a URL, although it is allowed. Only `explain` says so. */
import { LONGEST_NAME } from './canonical-parts.ts';
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';
import { A_LABEL, ASCII, decodeHost, labelsNotValid, USUAL_NAME } from './host.ts';
import type { IdnaToAscii } from './idna.ts';
import { endsInNumber } from './ipv4.ts';

/** What is unusual in `[from, to)` of a host as it is written. */
interface HostNote {
  readonly note: GenericDiagnosticCode;
  readonly from: number;
  readonly to: number;
}

/**
 * The notes about the name of a host on the Internet; none about an address.
 *
 * @param raw - the host as it is written in the URL
 * @param host - its canonical form
 */
export function notesOfHost(raw: string, host: string, idna: IdnaToAscii): readonly HostNote[] {
  if (USUAL_NAME.test(raw) || raw.startsWith('[') || endsInNumber(host)) return [];
  const decoded = decodeHost(raw);
  if (typeof decoded !== 'string') return [];
  const notes = notesOf(host);
  if (DEVIATION.test(decoded)) notes.unshift('host-idna-deviation');
  const whole = notes.map((note) => ({ note, from: 0, to: raw.length }));
  return [...invalidLabels(raw, decoded, idna), ...whole];
}

/** What IDNA 2003 read otherwise (UTS 46 §4): ß and ẞ, which is mapped to ß, as ss; ς as σ; no joiners. */
const DEVIATION = /[\u00df\u03c2\u1e9e\u200c\u200d]/;

/** Notes about the labels of an ASCII name that UTS 46 refuses. A program without its tables has none. */
function invalidLabels(raw: string, decoded: string, idna: IdnaToAscii): readonly HostNote[] {
  if (!A_LABEL.test(decoded) || !ASCII.test(decoded) || !idna.available) return [];
  if (decoded.length > LONGEST_NAME) return notesOfLabels(beginningOf(raw), idna);
  if (idna.toAscii(decoded) !== null) return [];
  const labels = notesOfLabels(raw, idna);
  return labels.length === 0 ? [{ note: 'host-idna-label', from: 0, to: raw.length }] : labels;
}

function notesOfLabels(raw: string, idna: IdnaToAscii): readonly HostNote[] {
  return Array.from(labelsNotValid(raw, idna), ({ index, to }) => ({ note: 'host-idna-label', from: index, to }));
}

/**
 * The labels at the beginning of a name that the DNS cannot have. The others are not judged: such a name is shown in
 * ASCII whatever they are, and a URL may have 10,000 of them.
 */
function beginningOf(raw: string): string {
  return raw.slice(0, raw.lastIndexOf('.', LONGEST_NAME) + 1);
}

/** Diagnostics for what is allowed in a host but unusual. */
function notesOf(host: string): GenericDiagnosticCode[] {
  const notes: GenericDiagnosticCode[] = [];
  const labels = host.split('.');
  if (labels.length > 1 && labels.at(-1) === '') {
    labels.pop();
    notes.push('host-trailing-dot');
  }
  if (labels.includes('')) notes.push('host-empty-label');
  if (host.includes('_')) notes.push('host-underscore');
  if (/[^a-z0-9\-._]/.test(host)) notes.push('host-unusual-character');
  else if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) notes.push('host-hyphen');
  if (/^[0-9]/.test(labels.at(-1) ?? '')) notes.push('host-top-label-digit');
  return notes;
}
