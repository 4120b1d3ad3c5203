/**
 * The gateway to interactive sessions: telnet (RFC 854), rlogin (RFC 1282) and tn3270 (RFC 1576, RFC 2355). It answers
 * with a page, or with JSON; only a WebSocket from that page opens a connection.
 */

import * as v from 'valibot';
import { definitionOf } from '../../../src/definition-of.ts';
import { codeOf, isFailure } from '../../../src/net/failure.ts';
import { Collector } from '../../../src/octets/collector.ts';
import { ALIVE, type LinkFinding } from '../../../src/open/contract.ts';
import { foreignProtocol, GREETING_LIMIT, spokenProtocol } from '../../../src/protocols/greeting.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { rloginSession, type SessionProtocol, telnetSession } from '../../../src/protocols/telnet/session.ts';
import { tn3270Session } from '../../../src/protocols/tn3270/records.ts';
import type { Model } from '../../../src/protocols/tn3270/screen.ts';
import { archivesOf } from '../../../src/templates/archives.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { fault, RequestError } from '../../errors/request-error.ts';
import { askedUrl } from '../../http/hosts.ts';
import { readParameters } from '../../http/query.ts';
import { originOf } from '../../http/request-context.ts';
import { responseWithJson } from '../../http/response.ts';
import { CLOSE, PageSocket } from '../../net/web-socket.ts';
import { assetHref, assets, readAsset } from '../../pages/parts/assets.ts';
import { Details } from '../../pages/parts/details.tsx';
import { CommandToCopy } from '../../pages/parts/failure.tsx';
import { readableHost } from '../../pages/parts/host-name.tsx';
import { ArchivedCopies } from '../../pages/parts/link-form.tsx';
import { PAGE_POLICY, pageResponse } from '../../pages/parts/respond.tsx';
import { SUBPROTOCOL } from '../../pages/terminal/messages.ts';
import type { LinkContext } from '../contract/check.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { explanationOf } from '../contract/destination.ts';
import { viewerPage } from '../shared/viewer.tsx';
import { endOf, LONGEST_USER, SESSION_DEADLINES, Session } from './session.ts';

/** The settings may change what the address means, and a 304 would pair the policy of now with the nonce of before. */
const FRESH = { 'Cache-Control': 'no-store', Vary: 'Accept' };

/** The advice of the link: a name to log in with (RFC 4248 §2), which nothing sends by itself. */
const AdviceQuery = v.looseObject({
  user: v.exactOptional(v.pipe(v.string(), v.maxLength(LONGEST_USER, 'is too long for a name'))),
  password: v.exactOptional(v.picklist(['withheld'], 'must be `withheld`: an address must not contain a password')),
});

const models: readonly Model[] = [2, 3, 4, 5];

const ModelQuery = v.looseObject({
  model: v.exactOptional(v.pipe(v.string(), v.transform(Number), v.picklist(models, 'must be 2, 3, 4 or 5'))),
});

export const terminal: Gateway<'terminal'> = {
  kind: 'terminal',
  protocol: null,
  check: checkTerminal,
  schemes: ['telnet', 'rlogin', 'tn3270'],
  parameters: ['user', 'password', 'model'],

  async open(context) {
    const { request, query, resolution, links } = context;
    // RFC 6455 §4.1
    if (request.method === 'GET' && request.headers.get('Upgrade')?.toLowerCase() === 'websocket')
      return openSession(context, protocolOf(context));
    await context.resolveServer();
    const advice = readParameters(query, AdviceQuery);
    if (context.view.format === 'html') return terminalPage(context, advice);
    const { canonical: url, scheme: protocol, components } = resolution;
    const { host, port } = components;
    const socket = `${links.root.replace(/^http/, 'ws')}${links.self()}`;
    const session = { url, protocol, host, port, user: advice.user ?? null, socket, subprotocol: SUBPROTOCOL };
    return responseWithJson({ kind: 'terminal', ...session }, { headers: FRESH });
  },

  // The name is advice for the person at the terminal. The password stays out of addresses: history keeps those.
  entry: ({ user, password }) => ({
    ...(user === null || user === '' ? {} : { user: decodeText(user) }),
    ...(password === null || password === '' ? {} : { password: 'withheld' }),
  }),
};

/** The octets of a nonce: 128 bits (CSP 3 §2.3.1). */
const NONCE_OCTETS = 16;

/** The page of a session: a frame for the screen, which a script fills, and what the link is, without a script. */
async function terminalPage(
  context: GatewayContext<'terminal'>,
  { user, password }: v.InferOutput<typeof AdviceQuery>,
): Promise<Response> {
  const { resolution, links, environment } = context;
  const { scheme, components } = resolution;
  const is3270 = scheme === 'tn3270';
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_OCTETS))));
  const { what, command } = explanationOf(resolution, environment);
  const archives = archivesOf(resolution, environment);
  const frame = await readAsset(is3270 ? assets.terminal3270Frame : assets.terminalFrame, context);
  const page = viewerPage(context, {
    title: `${readableHost(components)}, port ${components.port}`,
    kicker: definitionOf(scheme).title,
    without: ['raw'],
    // One would lead to the page itself, and end the session.
    breadcrumbs: [],
    wide: true,
    script: assetHref(is3270 ? assets.terminal3270Script : assets.terminalScript, environment.fingerprint),
    content: (
      <>
        <link rel="stylesheet" href={assetHref(assets.terminalStylesheet, environment.fingerprint)} />
        <Details
          rows={[
            // The page of rlogin asks for the name.
            ['Log in as', scheme === 'rlogin' ? null : user],
            ['Password', password && 'The link that you followed has one. This address leaves it out.'],
          ]}
        />
        <section
          id="terminal"
          class={is3270 ? 'terminal terminal-3270' : 'terminal'}
          hidden
          aria-label="Terminal"
          data-socket={links.self()}
          data-nonce={nonce}
          data-user={scheme === 'rlogin' ? (user ?? '') : null}
          dangerouslySetInnerHTML={{ __html: frame }}
        />
        <p class="visually-hidden" aria-live="polite" id="announcement" />
        {/* The script shows it if the server does not answer. */}
        <div id="failure" hidden>
          <p class="lead" id="failure-message" role="alert" />
          <p id="failure-advice" />
          <p class="buttons">
            <button type="button" id="try-again">
              Try again
            </button>
            <a class="go" href={`/inspect?url=${encodeURIComponent(resolution.canonical)}`}>
              Explain this link
            </a>
          </p>
          {command !== null && <CommandToCopy command={command} />}
          <ArchivedCopies archives={archives} />
        </div>
        {/* The script hides it. */}
        <div id="explanation">
          <p class="lead">{what}</p>
          <p>
            This terminal needs JavaScript. Without it, run:
            {command !== null && (
              <>
                {' '}
                <code>{command}</code>
              </>
            )}
          </p>
        </div>
      </>
    ),
  });
  // xterm.js makes style elements, which need the nonce. Not every browser counts `wss:` as the origin of the page.
  const styles = is3270 ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`;
  const sources = `script-src 'self'; connect-src 'self' ${ownOrigin(context).replace(/^http/, 'ws')}`;
  const policy = `${PAGE_POLICY.replace("style-src 'self'", styles)}; ${sources}`;
  return pageResponse(context, page, { headers: { ...FRESH, 'Content-Security-Policy': policy } });
}

/** The origin of the pages of this service, as the browser sees it. */
const ownOrigin = ({ request }: Pick<GatewayContext<'terminal'>, 'request'>): string =>
  originOf({ url: askedUrl(request) });

function protocolOf({ resolution, query }: GatewayContext<'terminal'>): SessionProtocol {
  switch (resolution.scheme) {
    case 'tn3270':
      return tn3270Session(readParameters(query, ModelQuery).model ?? 2);
    case 'rlogin':
      return rloginSession();
    default:
      return telnetSession();
  }
}

/**
 * Opens a session for a page of this Worker.
 *
 * @throws RequestError `foreign-page`
 * @throws GatewayError as `context.connect`, unless the client understands our control messages: scripts cannot read
 * the answer to a failed handshake, so such a client gets the error in a WebSocket that ends at once
 */
async function openSession(context: GatewayContext<'terminal'>, protocol: SessionProtocol): Promise<Response> {
  const { request, environment, execution } = context;
  // Cross-origin resource sharing does not apply to WebSockets: any page could use its visitor's browser.
  if (request.headers.get('Origin') !== ownOrigin(context)) {
    throw new RequestError('foreign-page', [fault('foreign-page', 'Only a page of this service may open a session.')]);
  }
  const offered = (request.headers.get('Sec-WebSocket-Protocol') ?? '').split(',').map((name) => name.trim());
  const subprotocol = offered.includes(SUBPROTOCOL) ? SUBPROTOCOL : null;
  try {
    const connection = await context.connect({ deadlines: SESSION_DEADLINES });
    const { response, page } = PageSocket.open(subprotocol);
    execution.waitUntil(new Session(page, connection, protocol, environment.deadlines).run());
    return response;
  } catch (error) {
    if (subprotocol === null || !isFailure(error)) throw error;
    const { response, page } = PageSocket.open(subprotocol);
    page.tell(endOf(error));
    page.close(CLOSE.normal, codeOf(error));
    return response;
  }
}

/** How long to wait for a greeting, in milliseconds. Many servers wait for the client to begin. */
const PATIENCE = 3000;

const ACCEPTED: LinkFinding = { ...ALIVE, detail: 'The server accepts connections.' };

/** Checks a link: the server accepts a connection and does not greet with another protocol. */
async function checkTerminal(context: LinkContext<'terminal'>): Promise<LinkFinding> {
  const { first } = context.environment.deadlines;
  const connection = await context.connect({
    deadlines: { first: Math.min(first ?? PATIENCE, PATIENCE), idle: PATIENCE },
  });
  const greeting = new Collector(GREETING_LIMIT);
  try {
    while (greeting.length < GREETING_LIMIT && foreignProtocol(greeting.octets) === 'more') {
      const octets = await connection.read();
      if (octets === null) break;
      greeting.add(octets);
    }
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'timeout') return ACCEPTED;
    throw error;
  }
  const spoken = spokenProtocol(greeting.octets);
  if (greeting.length === 0 || spoken !== null) {
    throw new ProtocolError('malformed', 'The server ended the session at once.');
  }
  return ACCEPTED;
}
