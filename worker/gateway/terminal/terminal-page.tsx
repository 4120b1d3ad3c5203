/**
 * The page of a session: a frame for the screen, which a script fills, and what the link is, for readers without a
 * script.
 */
import type { VNode } from 'preact';
import { definitionOf } from '../../../src/definition-of.ts';
import { assetHref, assets } from '../../pages/assets.ts';
import { type Detail, Details } from '../../pages/details.tsx';
import { PAGE_POLICY, pageResponse } from '../../pages/respond.tsx';
import { TerminalFrame } from '../../pages/terminal/frame.tsx';
import type { GatewayContext } from '../core/contract.ts';
import { explanationOf } from '../core/explanation.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { type Advice, adviceOf } from './advice.ts';

/** The octets of a nonce: 128 bits (CSP 3 §2.3.1). */
const NONCE_OCTETS = 16;

export function terminalPage(context: GatewayContext<'terminal'>): Response {
  const { resolution, links, environment } = context;
  const { scheme, components } = resolution;
  const advice = adviceOf(context);
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_OCTETS))));
  const { fingerprint } = environment;
  const page = {
    title: `${components.hostUnicode ?? components.host}, port ${components.port}`,
    kicker: definitionOf(scheme).title,
    canonical: resolution.canonical,
    breadcrumbs: breadcrumbsOf(resolution, links),
    actions: [{ text: 'JSON', href: links.self({ format: 'json' }) }],
    wide: true,
    script: assetHref(assets.terminalScript, fingerprint),
    content: (
      <>
        <link rel="stylesheet" href={assetHref(assets.terminalStylesheet, fingerprint)} />
        <AdviceView advice={advice} />
        <TerminalFrame socket={links.self()} nonce={nonce} />
        <Explanation context={context} />
      </>
    ),
  };
  return pageResponse(context, page, {
    headers: {
      'Content-Security-Policy': policyOf(links.origin, nonce),
      // A 304 would pair the policy of now with the nonce of before.
      'Cache-Control': 'no-store',
    },
  });
}

/**
 * The policy of the page. xterm.js makes style elements, which need the nonce. Not every browser counts `wss:` as the
 * origin of the page.
 */
function policyOf(origin: string, nonce: string): string {
  const styles = PAGE_POLICY.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);
  return `${styles}; script-src 'self'; connect-src 'self' ${origin.replace(/^http/, 'ws')}`;
}

function AdviceView({ advice: { user, hasPassword } }: { readonly advice: Advice }): VNode {
  const rows: Detail[] = [['Log in as', user]];
  if (hasPassword) rows.push(['Password', 'The link that you followed has one. This address leaves it out.']);
  return <Details rows={rows} />;
}

/** What the link is, and the command that opens it. The script hides it. */
function Explanation({ context: { resolution } }: { readonly context: GatewayContext<'terminal'> }): VNode {
  const { what, needed } = explanationOf(resolution);
  return (
    <div id="explanation">
      <p class="lead">{what}</p>
      <p>{needed} Here it opens with a script, which your browser does not run.</p>
    </div>
  );
}
