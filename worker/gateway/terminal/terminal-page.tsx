/**
 * The page of a session: a frame for the screen, which a script fills, and what the link is, for readers without a
 * script.
 */
import type { VNode } from 'preact';
import { definitionOf } from '../../../src/definition-of.ts';
import { assetHref, assets } from '../../pages/assets.ts';
import { type Detail, Details } from '../../pages/details.tsx';
import type { Page } from '../../pages/layout.tsx';
import { PAGE_POLICY, pageResponse } from '../../pages/respond.tsx';
import { TerminalFrame } from '../../pages/terminal/frame.tsx';
import { Frame3270 } from '../../pages/terminal/screen-3270.tsx';
import type { GatewayContext } from '../core/contract.ts';
import { explanationOf } from '../core/explanation.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { type Advice, adviceOf } from './view-parameters.ts';

/** The octets of a nonce: 128 bits (CSP 3 §2.3.1). */
const NONCE_OCTETS = 16;

/** Answers with the page of a session. */
export function terminalPage(context: GatewayContext<'terminal'>): Response {
  return context.resolution.scheme === 'tn3270' ? page3270(context) : octetPage(context);
}

/** The page of telnet and rlogin. */
function octetPage(context: GatewayContext<'terminal'>): Response {
  const { resolution, links, environment } = context;
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_OCTETS))));
  const user = resolution.scheme === 'rlogin' ? (adviceOf(context).user ?? '') : null;
  const page = {
    ...frameOf(context, <TerminalFrame socket={links.self()} nonce={nonce} user={user} />),
    script: assetHref(assets.terminalScript, environment.fingerprint),
  };
  const policy = policyOf(links.origin, `'nonce-${nonce}'`);
  return pageResponse(context, page, { headers: { ...FRESH, 'Content-Security-Policy': policy } });
}

function page3270(context: GatewayContext<'terminal'>): Response {
  const { links, environment } = context;
  const page = {
    ...frameOf(context, <Frame3270 socket={links.self()} />),
    script: assetHref(assets.terminal3270Script, environment.fingerprint),
  };
  const headers = { ...FRESH, 'Content-Security-Policy': policyOf(links.origin, '') };
  return pageResponse(context, page, { headers });
}

/** A 304 would pair the policy of now with the nonce of before. */
const FRESH = { 'Cache-Control': 'no-store' };

function frameOf(context: GatewayContext<'terminal'>, frame: VNode): Omit<Page, 'script'> {
  const { resolution, links, environment } = context;
  const { scheme, components } = resolution;
  return {
    title: `${components.hostUnicode ?? components.host}, port ${components.port}`,
    kicker: definitionOf(scheme).title,
    canonical: resolution.canonical,
    breadcrumbs: breadcrumbsOf(resolution, links),
    actions: [{ text: 'JSON', href: links.self({ format: 'json' }) }],
    wide: true,
    content: (
      <>
        <link rel="stylesheet" href={assetHref(assets.terminalStylesheet, environment.fingerprint)} />
        <AdviceView advice={adviceOf(context)} />
        {scheme === 'rlogin' && <RloginRule context={context} />}
        {frame}
        <Explanation context={context} />
      </>
    ),
  };
}

/** Why most rlogin servers refuse, and the way that they do not. */
function RloginRule({ context: { resolution, links } }: { readonly context: GatewayContext<'terminal'> }): VNode {
  const telnet = `telnet://${resolution.components.host}/`;
  const href = links.hrefOf(telnet);
  return (
    <p class="aside">
      Most rlogin servers accept only connections from the ports 512 to 1023, which no gateway on the Web can choose. If
      this one refuses, try {href === null ? <code>{telnet}</code> : <a href={href}>telnet</a>}.
    </p>
  );
}

/**
 * The policy of the page. xterm.js makes style elements, which need the nonce. Not every browser counts `wss:` as the
 * origin of the page.
 */
function policyOf(origin: string, styles: string): string {
  const policy = PAGE_POLICY.replace("style-src 'self'", `style-src 'self' ${styles}`.trimEnd());
  return `${policy}; script-src 'self'; connect-src 'self' ${origin.replace(/^http/, 'ws')}`;
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
