/** The octets that a client sends, as text with named control characters and as hex, and the server that they go to. */
import type { ComponentChildren, VNode } from 'preact';
import { definitionOf, wireOctetsOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import { concatOctets } from '../../../src/octets/octets.ts';
import { unknown } from '../../../src/schemes/unknown.ts';
import { counted } from '../parts/counted.ts';
import { Addressee, Octets } from '../parts/octets.tsx';
import { Clamped } from '../parts/shown-text.tsx';

/** How many octets are shown as hex. These are enough to show the form of a request. */
const MOST_IN_HEX = 512;

export function WireOctets({ resolution }: { readonly resolution: Resolution }): VNode {
  const messages = wireOctetsOf(resolution);
  const whole = concatOctets(messages);
  const boxes = messages.map((octets) => (
    <Clamped length={octets.length}>
      <Octets octets={octets} />
    </Clamped>
  ));
  return (
    <>
      <p>{recipient(resolution, messages.length)}</p>
      {boxes.length < 2 ? (
        boxes
      ) : (
        <ol class="messages">
          {boxes.map((box) => (
            <li>{box}</li>
          ))}
        </ol>
      )}
      {whole.length > 0 && (
        <details>
          <summary>As hex, {counted(whole.length, 'octet')}</summary>
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
function recipient({ request, components, scheme }: Resolution, messages: number): ComponentChildren {
  if (request === null) {
    if (definitionOf(scheme) === unknown) return 'Unknown: Waypost does not know this scheme’s protocol.';
    return definitionOf(scheme).defaultPort === null
      ? 'Nothing: no network protocol belongs to this scheme.'
      : 'This link has no request that a client could send.';
  }
  const to = components.host ? <Addressee components={components} /> : 'To your default server';
  const over = 'transport' in request && request.transport === 'tls' ? ', over TLS' : '';
  if ('interactive' in request) return [to, ': nothing until a person types.'];
  if (messages > 1) return [to, over, '. The client waits for an answer after each message:'];
  // A client of CNRP posts its query.
  return [to, over, 'body' in request ? ', by HTTP:' : ':'];
}

/** Octets as hexadecimal numbers, separated by spaces. `hexOf(Uint8Array.of(0x61, 0x0d))` is `'61 0d'`. */
export function hexOf(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join(' ');
}
