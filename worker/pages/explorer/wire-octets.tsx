/** The octets that a client sends, as text with named control characters and as hex, and the server that they go to. */
import type { VNode } from 'preact';
import { definitionOf, wireOctetsOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import { concatOctets } from '../../../src/uri/octets.ts';
import { Octets } from '../octets.tsx';

/** How many octets are shown as hex. These are enough to show the form of a request. */
const MOST_IN_HEX = 512;

export function WireOctets({ resolution }: { readonly resolution: Resolution }): VNode {
  const messages = wireOctetsOf(resolution);
  const whole = concatOctets(messages);
  return (
    <>
      <p>{addressee(resolution, messages.length)}</p>
      {messages.length === 1 && <Octets octets={whole} />}
      {messages.length > 1 && (
        <ol class="messages">
          {messages.map((octets) => (
            <li>
              <Octets octets={octets} />
            </li>
          ))}
        </ol>
      )}
      {whole.length > 0 && (
        <details>
          <summary>As hex, {whole.length === 1 ? '1 octet' : `${whole.length} octets`}</summary>
          <p class="hex">
            {hexOf(whole.subarray(0, MOST_IN_HEX))}
            {whole.length > MOST_IN_HEX && ' …'}
          </p>
        </details>
      )}
    </>
  );
}

/** A sentence that says where the octets go. */
function addressee({ request, components, scheme }: Resolution, messages: number): VNode | string {
  if (request === null) {
    return definitionOf(scheme).defaultPort === null
      ? 'No protocol goes with this scheme: nothing is sent.'
      : 'Nothing that octets alone could show.';
  }
  const { hostUnicode, host, port } = components;
  const name = hostUnicode ?? host;
  const to =
    name === null || name === '' ? (
      'To the server of the reader’s choice'
    ) : (
      <>
        To <code>{name}</code>
        {port !== null && (
          <>
            {', port '}
            <code>{port}</code>
          </>
        )}
      </>
    );
  const over = 'transport' in request && request.transport === 'tls' ? ', over TLS' : '';
  if ('interactive' in request) return <>{to}: a person types, and nothing is sent beforehand.</>;
  if (messages > 1)
    return (
      <>
        {to}
        {over}. A client waits for an answer behind each line:
      </>
    );
  return (
    <>
      {to}
      {over}, as {scheme === 'go' ? 'HTTP' : scheme} has it:
    </>
  );
}

/**
 * Octets as hexadecimal numbers, separated by spaces.
 *
 * @example
 * ```ts
 * hexOf(Uint8Array.of(0x61, 0x0d)); // '61 0d'
 * ```
 */
export function hexOf(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join(' ');
}
