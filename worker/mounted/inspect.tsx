/** `/inspect?url=…` beside gateways alone: what a link is, what was wrong in it, and what a client would send. */
import * as v from 'valibot';
import { schemeTitle } from '../../src/definition-of.ts';
import { type Diagnostic, explain } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { options, text } from '../http/parameters.ts';
import { loggedScheme, parameterValue, readParameters, readUrlParameter } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { WireOctets } from '../pages/parts/explanation.tsx';
import { readableSentence } from '../pages/parts/host-name.tsx';
import { LINK_FORM_PAGE, LinkForm } from '../pages/parts/link-form.tsx';
import { pageResponse } from '../pages/parts/respond.tsx';

const Query = v.object({ url: text('The URL.'), ...options });

const HEADERS = { 'X-Robots-Tag': 'noindex' };

/** The form for a link, if there is none. */
export function askForLink(context: RequestContext, text: string): Response | null {
  return text.trim() === '' ? pageResponse(context, LINK_FORM_PAGE, { headers: HEADERS }) : null;
}

export const inspect: Route = {
  GET(context) {
    const form = askForLink(context, parameterValue(context.query, 'url') ?? '');
    if (form !== null) return form;
    const { url, ...options } = readParameters(context.query, Query);
    const read = readUrlParameter(explain, 'url', url, { ...options, complete: true });
    context.notes.scheme = loggedScheme(read.scheme);
    // A password belongs on no page.
    const link =
      read.components.password === null ? read : explain(withoutUserInfo(read.canonical), { complete: true });
    const page = {
      title: readableSentence(link).replace(/\.$/, ''),
      kicker: schemeTitle(link.scheme),
      canonical: link.canonical,
      section: 'open',
      openField: false,
      content: (
        <>
          <LinkForm value={link.canonical} fault={null} />
          <Diagnostics diagnostics={link.diagnostics} />
          <WireOctets link={link} />
        </>
      ),
    } as const;
    return pageResponse(context, page, { headers: HEADERS });
  },
};

function Diagnostics({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  if (diagnostics.length === 0) return null;
  return (
    <section>
      <h2>What was changed, and what is unusual</h2>
      <ul>
        {diagnostics.map(({ code, message }) => (
          <li>
            {message} <a href={`/problems#${code}`}>What this means</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
