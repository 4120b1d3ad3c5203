/** The list of the addresses of this service, which `/` shows to programs. The build writes it. */

/** The text of the list. */
export const writeAddressList = (
  version: string,
): string => `Waypost ${version}: canonicalizes, resolves and opens the links that browsers forgot.

GET  /v1/resolve?url=...       resolve a URL: canonical form, parts, meaning, request, diagnostics
       &base=...               the URL to resolve a reference against
       &dialect=url-1994       parse 1994 syntax
       &lax=true               "scheme:path" is relative if the base has the same scheme
       &fields=canonical       only the canonical form; "Accept: text/plain" gives it as text
POST /v1/resolve               resolve many URLs: a JSON array, or application/x-ndjson of any length
GET  /v1/compare?a=...&b=...   compare two URLs, with the reason
GET  /v1/schemes               list the schemes
GET  /v1/check?url=...         check whether a link is alive, in its own protocol; POST takes many
GET  /r?url=...                redirect to the place where a link opens; &status=301, 302, 303, 307 or 308
GET  /u/{url}                  the same, with the link appended unchanged
GET  /open?url=...             open a link; &format=html, json or raw
GET  /{scheme}/{authority}/{path}
                               the same, with the link as a path: /gopher/h.example:7070/1/world
POST /v1/links                 create a short link, whose slug is a hash of the URL; needs a token
GET  /v1/links                 list your links
     /v1/links/{slug}          read, update or delete a link
GET  /v1/links/export          export links as lines of JSON
POST /v1/links/import          import them, or those of another shortener
GET  /v1/blocks                list blocked targets, hosts and owners; POST and DELETE change them
GET  /{slug}                   follow a short link; /{slug}+ shows its target, /{slug}.svg its QR code
GET  /v1/validate?url=...      validate a webhook URL; POST takes many
POST /hooks                    validate the URLs in a signed message (Standard Webhooks)
GET  /                         this list; in browsers, a page that explains URLs; /inspect?url=... explains one
GET  /openapi.json             the API description; /docs for people, /llms.txt for language models
GET  /docs/{topic}             the documentation of one task, such as /docs/resolve
GET  /problems                 every error and diagnostic
GET  /health                   status and version
GET  /metrics                  counts for Prometheus; needs a token
GET  /privacy                  the privacy policy; also /robots.txt and /.well-known/security.txt
GET  /links                    a page to create and manage short links; /owners is for site owners
GET  /opensearch.xml           the search engine description for browsers
GET  /favicon.ico              the icon; /apple-touch-icon.png is larger

Percent-encode every parameter value: curl -G --data-urlencode 'url=gopher://h.example/7a%09b' .../v1/resolve
`;
