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
            <h2>What is written down</h2>
            <p>
              One line for each request: which part of the service it was for, the scheme of the link, such as gopher,
              the status, and how long it took. Never the link itself, never your address, never a name or a password.
              The network that Waypost runs on handles your requests too, under its own terms.
            </p>
            <p>
              A short link is kept with the name of whoever made it, how often it was followed and when last; not by
              whom. What has ended is kept as well, so that its name never comes to mean something else.
            </p>
            <h2>What servers learn</h2>
            <p>
              When you open a link, Waypost asks the server for you. The server sees the address of Waypost, not yours,
              and what you asked for. Most of the old protocols are not encrypted: networks in between can read along.
            </p>
            <h2>What your browser keeps</h2>
            <p>
              No cookies, no storage. Pages tell other sites nothing about where you came from. A name and a password
              that a server asks for go to that server alone, and are kept by your browser, not by Waypost.
            </p>
            <p>
              The explorer on the first page reads what you type in your browser, by a script of ours, and sends it
              nowhere. The documentation of the API has a script for its forms. Other pages have none.
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
      const message = 'The operator has named no contact. The variable `CONTACT` does.';
      throw new RequestError('not-found', [fault('no-contact', message)]);
    }
    const expires = new Date(Math.ceil(Date.now() / DAY_MS + SECURITY_TXT_DAYS) * DAY_MS);
    const canonical = `${originOf(context)}/.well-known/security.txt`;
    const lines = [`Contact: ${contact.href}`, `Expires: ${expires.toISOString()}`, `Canonical: ${canonical}`, ''];
    // The date changes every day, so the answer must not be cached.
    return answerOnce(TEXT_TYPE, lines.join('\n'));
  },
};
