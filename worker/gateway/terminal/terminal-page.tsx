/** The page of a session: a frame for the screen, which a script fills, and what the link is, without a script. */
import { definitionOf } from '../../../src/definition-of.ts';
import { originOf } from '../../http/request-context.ts';
import { assetHref, assets, readAsset } from '../../pages/parts/assets.ts';
import { Details } from '../../pages/parts/details.tsx';
import { readableHost } from '../../pages/parts/host-name.tsx';
import type { Page } from '../../pages/parts/layout.tsx';
import { PAGE_POLICY, pageResponse } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { explanationOf } from '../contract/destination.ts';

/** The octets of a nonce: 128 bits (CSP 3 §2.3.1). */
const NONCE_OCTETS = 16;

/** A 304 would pair the policy of now with the nonce of before. */
const FRESH = { 'Cache-Control': 'no-store' };

/** What the address says of the login. The link may have a password, which the address leaves out. */
interface Advice {
  readonly user?: string;
  readonly password?: string;
}

/** Answers with the page of a session. */
export async function terminalPage(context: GatewayContext<'terminal'>, { user, password }: Advice): Promise<Response> {
  const { resolution, links, environment, request } = context;
  const { scheme, components } = resolution;
  const is3270 = scheme === 'tn3270';
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_OCTETS))));
  const { what, command } = explanationOf(resolution, environment);
  const place = { environment, url: request.url };
  const frame = await readAsset(is3270 ? assets.terminal3270Frame : assets.terminalFrame, place);
  const page: Page = {
    title: `${readableHost(components)}, port ${components.port}`,
    kicker: definitionOf(scheme).title,
    canonical: resolution.canonical,
    actions: [{ text: 'JSON', href: links.self({ format: 'json' }) }],
    wide: true,
    script: assetHref(is3270 ? assets.terminal3270Script : assets.terminalScript, environment.fingerprint),
    content: (
      <>
        <link rel="stylesheet" href={assetHref(assets.terminalStylesheet, environment.fingerprint)} />
        <Details
          rows={[
            ['Log in as', user],
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
        {/* The script hides it. */}
        <div id="explanation">
          <p class="lead">{what}</p>
          <p>
            This page opens it with a script, which your browser does not run.
            {command !== null && (
              <>
                {' '}
                A terminal program opens it too: <code>{command}</code>
              </>
            )}
          </p>
        </div>
      </>
    ),
  };
  // xterm.js makes style elements, which need the nonce. Not every browser counts `wss:` as the origin of the page.
  const styles = is3270 ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`;
  const sources = `script-src 'self'; connect-src 'self' ${originOf(request).replace(/^http/, 'ws')}`;
  const policy = `${PAGE_POLICY.replace("style-src 'self'", styles)}; ${sources}`;
  return pageResponse(context, page, { headers: { ...FRESH, 'Content-Security-Policy': policy } });
}
