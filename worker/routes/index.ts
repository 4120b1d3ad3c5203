/** `/`: the explorer for people, and a list of the addresses for programs. */

import { negotiate } from '../http/negotiation.ts';
import type { Route } from '../http/request-context.ts';
import { answer, TEXT_TYPE } from '../http/response.ts';
import { EMPTY_QUERY } from '../pages/explorer/query.ts';
import { version } from '../version.ts';
import { explore } from './inspect.ts';

const TEXT = `Waypost ${version}: canonicalizes, resolves and opens the links that browsers forgot.

GET  /v1/resolve?url=...       what a URL is: canonical form, parts, meaning, request, diagnostics
       &base=...               a reference is resolved against this URL first
       &dialect=url-1994       read it in 1994 syntax
       &lax=true               "scheme:path" of the base's scheme is relative
       &fields=canonical       nothing but the canonical form; so does "Accept: text/plain"
POST /v1/resolve               many at once: a JSON array, or application/x-ndjson without limit
GET  /v1/compare?a=...&b=...   whether two URLs are the same, and why
GET  /v1/schemes               the schemes that are known here
GET  /r?url=...                redirect to where a link is opened; &status=301, 302, 303, 307 or 308
GET  /u/{url}                  the same, with the link as it is behind the slash
GET  /open?url=...             a link, opened; &format=html, json or raw
GET  /{scheme}/{authority}/{path}
                               the same, at a path that looks like the link: /gopher/h.example:7070/1/world
POST /v1/links                 make a short link, whose slug is a hash of the URL; needs a token
GET  /v1/links                 the links of an owner
     /v1/links/{slug}          read, change or delete one of them
GET  /v1/links/export          every link as a line of JSON
POST /v1/links/import          import such lines
GET  /{slug}                   follow a short link; /{slug}+ shows what it is, /{slug}.svg its QR code
GET  /v1/validate?url=...      check a URL before your server calls it; POST takes many
POST /hooks                    the same for URLs in a signed message (Standard Webhooks)
GET  /                         a page that takes URLs apart, for browsers; /inspect?url=... shows one
GET  /openapi.json             all of this for programs; /docs for people, /llms.txt for language models
GET  /docs/{topic}             the documentation of one task, such as /docs/resolve
GET  /problems                 what can go wrong
GET  /health                   status and version
GET  /metrics                  counts for Prometheus; needs a token
GET  /privacy                  the privacy policy; also /robots.txt and /.well-known/security.txt
GET  /links                    a page to make and manage short links; /owners for owners of other sites
GET  /opensearch.xml           for browsers that add search engines
GET  /favicon.ico              the icon; /apple-touch-icon.png is larger

The value of a parameter is percent-encoded: curl -G --data-urlencode 'url=gopher://h.example/7a%09b' .../v1/resolve
`;

export const index: Route = {
  GET(context) {
    // Browsers accept HTML by name. A client that accepts anything is a program.
    const type = negotiate(context.request.headers.get('Accept'), ['text/plain', 'text/html']);
    return type === 'text/html' ? explore(context, EMPTY_QUERY) : answer(context, TEXT_TYPE, TEXT);
  },
};
