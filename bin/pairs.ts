/** The two URLs of a line, and what `compare` says about them. */
import { type Comparison, canonicalize, compare, equivalent, type Options, schemes } from '../src/index.ts';
import { clauseOf } from './report.ts';
import { showOctets } from './terminal.ts';

/** An error of a line, not of a URL in it. */
export class LineError extends Error {
  override readonly name = 'LineError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The two URLs of a line. */
export function pairOf(urls: readonly string[]): readonly [a: string, b: string] {
  const [a, b] = urls;
  if (a === undefined || b === undefined || urls.length > 2) {
    throw new LineError('not-a-pair', 'A line must have two URLs, separated by a tab.');
  }
  return [a, b];
}

/** Two URLs to compare. */
interface ComparedPair {
  readonly canonical: readonly [a: string, b: string];
  /** Computed on demand: lines of text need only the canonical forms, which cost less. */
  readonly comparison: () => Comparison;
}

/**
 * Reads the two URLs of a line.
 *
 * @param unwrapped - makes the canonical form of the link behind the address of a gateway; `null` = links stay
 */
export function readPair(
  urls: readonly string[],
  options: Options,
  unwrapped: ((url: string) => string) | null,
): ComparedPair {
  const pair = pairOf(urls);
  const canonicalOf = unwrapped ?? ((url: string) => canonicalize(url, options));
  const canonical = [canonicalOf(pair[0]), canonicalOf(pair[1])] as const;
  if (unwrapped === null) return { canonical, comparison: () => compare(...pair, options) };
  // The rung of two links behind gateways would say nothing about the inputs.
  const comparison = (): Comparison => {
    const compared = compare(...canonical);
    return { ...compared, because: null, spec: compared.equivalent ? null : compared.spec };
  };
  return { canonical, comparison };
}

/** One line for a stream: the verdict and the canonical forms, separated by tabs. */
export function verdictLine(pair: ComparedPair): string {
  const [a, b] = pair.canonical;
  return `${isEquivalent(pair) ? 'equivalent' : 'different'}\t${a === b ? a : `${a}\t${b}`}`;
}

export function isEquivalent({ canonical: [a, b] }: ComparedPair): boolean {
  return a === b || equivalent(a, b);
}

/**
 * For one pair: the rung of RFC 3986 §6.2, or the rule of their scheme, that makes them equivalent; or the parts that
 * differ, the clause that keeps them apart, where the canonical forms differ first, and where the requests do.
 */
export function verdictOn({ canonical: [a, b], comparison }: ComparedPair): string {
  const { equivalent, because, spec, differs, request } = comparison();
  const clause = spec === null ? '' : ` (${clauseOf(spec)})`;
  if (equivalent) {
    return `equivalent${because === null ? '' : `: ${because}${clause}`}\n  ${a === b ? a : `${a}\n  ${b}`}`;
  }
  let same = 0;
  while (a[same] === b[same]) same++;
  const sent = requestLine(request, opensSession(a) || opensSession(b));
  return `different: ${differs.join(', ')}${clause}\n  ${a}\n  ${b}\n  ${' '.repeat(same)}^\n${sent}`;
}

/** Whether a client opens a session for a URL with a request, so that its octets are not known. */
function opensSession(url: string): boolean {
  return schemes.get(url.slice(0, url.indexOf(':')))?.wireOctets === undefined;
}

function requestLine(request: Comparison['request'], isSession: boolean): string {
  if (request === null) return 'A client sends nothing for at least one of them.';
  const { sameServer, octet, octets } = request;
  if (isSession) return `A client opens a session, on ${sameServer ? 'the same server' : 'different servers'}.`;
  const where = sameServer ? '' : ', to different servers';
  if (octet === null) return `A client sends the same octets for both${where}.`;
  const [left, right] = octets.map((code) => (code === null ? 'the end' : octetText(code)));
  return `A client sends different octets from octet ${octet} on${where}: ${left} and ${right}.`;
}

function octetText(code: number): string {
  return `${showOctets(Uint8Array.of(code))} (0x${code.toString(16).toUpperCase().padStart(2, '0')})`;
}
