/**
 * Answers with a session for a terminal: a page, or JSON. Only a WebSocket from that page opens a connection, as an
 * upgrade of the gateway.
 */

import * as v from 'valibot';
import { definitionOf } from '../../../src/definition-of.ts';
import type { TerminalSession } from '../../../src/open/opened.ts';
import { sessionJson } from '../../../src/open/shape-json.ts';
import { readableHost } from '../../../src/readable-host.ts';
import { archivesOf } from '../../../src/templates/templates.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { askedUrl, originOf } from '../../http/address.ts';
import { readParameters } from '../../http/query.ts';
import { answerJson } from '../../http/response.ts';
import { assetHref, assets, readAsset } from '../../pages/parts/assets.ts';
import { Details } from '../../pages/parts/details.tsx';
import { CommandToCopy } from '../../pages/parts/failure.tsx';
import { ArchivedCopies } from '../../pages/parts/link-form.tsx';
import { PAGE_POLICY, pageResponse } from '../../pages/parts/respond.tsx';
import { LONGEST_USER, SUBPROTOCOL } from '../../pages/terminal/messages.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { explanationOf } from '../contract/destination.ts';
import { aboutLink } from '../shared/json-stream.ts';
import { viewerPage } from '../shared/viewer.tsx';
import type { ShapeContext } from './context.ts';

/** The settings may change what the address means, and a 304 would pair the policy of now with the nonce of before. */
const FRESH = { 'Cache-Control': 'no-store', Vary: 'Accept' };

/** The advice of the link: a name to log in with (RFC 4248 §2), which nothing sends by itself. */
const AdviceQuery = v.looseObject({
  user: v.exactOptional(v.pipe(v.string(), v.maxLength(LONGEST_USER, 'is too long for a name'))),
  password: v.exactOptional(v.picklist(['withheld'], 'must be `withheld`: an address must not contain a password')),
});

// The name is advice for the person at the terminal. The password stays out of addresses: history keeps those.
export const sessionEntry: NonNullable<Gateway['entry']> = ({ user, password }) => ({
  ...(user === null || user === '' ? {} : { user: decodeText(user) }),
  ...(password === null || password === '' ? {} : { password: 'withheld' }),
});

export async function respondWithSession(context: ShapeContext, session: TerminalSession): Promise<Response> {
  const { links, query, view } = context;
  const advice = readParameters(query, AdviceQuery);
  if (view.format === 'html') return terminalPage(context, session, advice);
  const socket = `${links.root.replace(/^http/, 'ws')}${links.self()}`;
  const json = sessionJson(session, { user: advice.user ?? null, socket, subprotocol: SUBPROTOCOL });
  return answerJson({ ...aboutLink(context), ...json }, FRESH);
}

/** The octets of a nonce: 128 bits (CSP 3 §2.3.1). */
const NONCE_OCTETS = 16;

/** The page of a session: a frame for the screen, which a script fills, and what the link is, without a script. */
async function terminalPage(
  context: ShapeContext,
  { screen, sendsUser }: TerminalSession,
  { user, password }: v.InferOutput<typeof AdviceQuery>,
): Promise<Response> {
  const { resolution, links, environment, view } = context;
  const { scheme, components } = resolution;
  const is3270 = screen === '3270';
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
            // Else the page asks for the name.
            ['Log in as', sendsUser ? null : user],
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
          data-charset={view.charset}
          data-user={sendsUser ? (user ?? '') : null}
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
export const ownOrigin = ({ request }: Pick<GatewayContext, 'request'>): string => originOf({ url: askedUrl(request) });
