/** Notices: `/privacy`, `/robots.txt` (RFC 9309) and `/.well-known/security.txt` (RFC 9116). */

import { gatewayPathSchemes } from '../gateway/core/gateway-path.ts';
import type { Route } from '../http/request-context.ts';
import { originOf } from '../http/request-context.ts';
import { answer, answerOnce, TEXT_TYPE } from '../http/response.ts';
import { pageResponse } from '../pages/respond.tsx';
import { fault, RequestError } from '../problem.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 §2.5.5 recommends less than a year. */
const SECURITY_TXT_DAYS = 180;

export const privacy: Route = {
  GET(context) {
    const { contact } = context.environment;
    return pageResponse(
      context,
      {
        title: 'Privacy',
        content: (
          <>
            <p class="lead">Waypost keeps no record of what you open.</p>
            <h2>What is logged</h2>
            <p>
              One line for each request: the route, the scheme of the link, such as gopher, the status and the duration.
              The log never holds the link, your address, a name or a password. The network that Waypost runs on handles
              your requests too, under its own terms.
            </p>
            <p>
              A short link is stored with the name of its owner, the number of clicks and the time of the last click,
              but not with who clicked. Expired links are kept so that their names are never reused.
            </p>
            <h2>What servers learn</h2>
            <p>
              When you open a link, Waypost asks the server for you. The server sees the address of Waypost, not yours,
              and the request. Most of the old protocols are not encrypted: networks in between can read them.
            </p>
            <h2>What your browser keeps</h2>
            <p>
              Waypost sets no cookies and stores nothing in your browser. Its pages do not tell other sites where you
              came from. A user name and password go only to the server that asks for them. Your browser keeps them;
              Waypost does not.
            </p>
            <p>
              The explorer on the home page reads what you type with a script in your browser, and sends it nowhere. The
              documentation, terminals, copy buttons and the page of short links have scripts of ours too. A token that
              you type there stays in the memory of its tab. No page loads anything from other sites.
            </p>
            {contact !== null && (
              <>
                <h2>Questions</h2>
                <p>
                  Ask the operator: <a href={contact.href}>{contact.text}</a>
                </p>
              </>
            )}
          </>
        ),
      },
      { headers: { 'Cache-Control': 'public, max-age=3600' } },
    );
  },
};

/** Gateways lead to other people's servers, so crawlers must stay out. */
const ROBOTS = [
  'User-agent: *',
  ...['/r?', '/u/', '/open?', '/inspect?'].map(disallow),
  ...[...gatewayPathSchemes].map(disallowScheme),
  '',
].join('\n');

function disallow(prefix: string): string {
  return `Disallow: ${prefix}`;
}

function disallowScheme(scheme: string): string {
  return disallow(`/${scheme}/`);
}

export const robots: Route = {
  GET(context) {
    return answer(context, TEXT_TYPE, ROBOTS);
  },
};

export const securityTxt: Route = {
  GET(context) {
    const { contact } = context.environment;
    if (contact === null) {
      const message = 'The operator has named no contact. The variable `CONTACT` sets one.';
      throw new RequestError('not-found', [fault('no-contact', message)]);
    }
    const expires = new Date(Math.ceil(Date.now() / DAY_MS + SECURITY_TXT_DAYS) * DAY_MS);
    const canonical = `${originOf(context)}/.well-known/security.txt`;
    const lines = [`Contact: ${contact.href}`, `Expires: ${expires.toISOString()}`, `Canonical: ${canonical}`, ''];
    // The date changes every day, so the answer must not be cached.
    return answerOnce(TEXT_TYPE, lines.join('\n'));
  },
};
