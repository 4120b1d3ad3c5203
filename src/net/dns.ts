/**
 * Resolves names by DNS over HTTPS (RFC 8484), so that the socket connects to exactly the address that the policy has
 * approved.
 */
import { Collector } from '../octets/collector.ts';
import { ProtocolError } from '../protocols/protocol-error.ts';
import { abortReason } from './deadline.ts';
import {
  type AnswerAddress,
  type DnsAnswer,
  decodeAnswer,
  encodeQuery,
  type RecordType,
  TYPES,
} from './dns-message.ts';
import { netLimits } from './limits.ts';

/** The answers to both questions about a name. */
type Resolved =
  | {
      /** At least one address, the IPv4 ones first. */
      readonly kind: 'addresses';
      readonly addresses: readonly AnswerAddress[];
      /** Why one of the two questions has no answer, so that the name may have more addresses; `null` if both have. */
      readonly failure: string | null;
    }
  /** Both questions are answered: the name has no address. */
  | { readonly kind: 'absent' }
  /** No address is known, and a question has no answer. */
  | {
      readonly kind: 'failed';
      readonly failure: string;
      /** Whether the resolver answered a question, and so says something about the name. */
      readonly isAnswer: boolean;
    };

/** The subrequests of a lookup: it asks for A and for AAAA records. */
export const QUERIES = 2;

export function noAddress(): ProtocolError {
  return new ProtocolError('unreachable', 'The name of the server has no address.');
}

/**
 * Asks for the A and AAAA records of a name. The resolver follows CNAME records.
 *
 * @param name - a canonical DNS name without a final dot
 * @param url - the DoH endpoint, which the operator has configured
 * @throws the reason of the signal. Every other failure is a value.
 */
export async function resolveName(name: string, url: string, signal: AbortSignal): Promise<Resolved> {
  const [a, aaaa] = await Promise.all([query(name, TYPES.A, url, signal), query(name, TYPES.AAAA, url, signal)]);
  if (signal.aborted) throw abortReason(signal);
  const addresses = [a, aaaa].flatMap((answer) => (answer.kind === 'addresses' ? answer.addresses : []));
  const failure = dnsFailure(a) ?? dnsFailure(aaaa);
  // Some old name servers fail on AAAA alone. A gateway connects only to an address that it saw, so the addresses from
  // the other query are good enough for it. They are not enough for a verdict on every address of the name.
  if (addresses.length > 0) return { kind: 'addresses', addresses, failure };
  if (failure === null) return { kind: 'absent' };
  const isAnswer = [a, aaaa].some((answer) => answer.kind !== 'failed' || answer.isSilence !== true);
  return { kind: 'failed', failure, isAnswer };
}

function dnsFailure(answer: DnsAnswer): string | null {
  return answer.kind === 'failed' ? answer.reason : null;
}

async function query(name: string, type: RecordType, url: string, signal: AbortSignal): Promise<DnsAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/dns-message', accept: 'application/dns-message' },
      body: encodeQuery(name, type.code),
      // The operator chose this endpoint, so do not follow it to another one.
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      return { kind: 'failed', reason: `the resolver answered with HTTP status ${response.status}`, isSilence: true };
    }
    return decodeAnswer(await readAtMost(response.body, netLimits.dnsMessage), name, type);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the resolver cannot be reached';
    return { kind: 'failed', reason, isSilence: true };
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, cap: number): Promise<Uint8Array> {
  const message = new Collector(cap);
  for await (const octets of body) {
    if (message.add(octets) < octets.byteLength) throw new RangeError('the resolver sent more than a DNS message');
  }
  return message.octets;
}
