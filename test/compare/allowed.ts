/**
 * Differences from the checkout before that are meant, each with its reason. CHANGELOG has those that users notice.
 * They belong to one comparison: when the checkout before has them as well, this list is empty again.
 */

export interface AllowedDifference {
  /** The requests: the beginning of their description, such as `GET /docs`. */
  readonly request: RegExp;
  /** The lines of the answer that are not compared. */
  readonly line: RegExp;
  readonly reason: string;
}

export const ALLOWED: readonly AllowedDifference[] = [
  {
    request: /(?:finger|dict)(?:\\[nrt])*(?::|%3A|\/)/i,
    line: /^/,
    reason: 'The schemes finger and dict are new.',
  },
  {
    request:
      /^GET \S*\/(?:v1\/schemes|docs\b|problems|llms\.txt|openapi\.json|inspect|r\b|%2e|$| )|^the (?:schemes|diagnostics)$/,
    line: /^/,
    reason: 'The same, in lists and documents. The tests compare these with the registry, and with what people write.',
  },
  {
    request: /^GET \S*\/robots\.txt/,
    line: /^Disallow: \S*\/(?:finger|dict)\/$/,
    reason: 'The same: robots stay out of gateways.',
  },
  {
    request: /^the logs$|^GET \/metrics/,
    line: /"scheme":(?:"(?:finger|dict|file|prospero|unknown|wais)"|null)|scheme="(?:finger|dict|none|unknown|wais)"/,
    reason: 'The same, where requests are counted.',
  },
  {
    request: /^waypost get --(?:json|raw) /,
    line: /^$/,
    reason: 'JSON ends with a line feed.',
  },
  {
    request: /^waypost get .* prospero:/,
    line: / <ftp:/,
    reason: 'A column that no entry has is not written.',
  },
  {
    request: /^HEAD .* Range: /,
    line: /^/,
    reason: 'HEAD ignores Range. The tests of every kind compare it with HEAD without it.',
  },
  {
    request: /\/(?:open\?url=)?prospero(?:%3A|\/)/,
    line: /^ |^(?:accept-ranges|cache-control|content-(?:encoding|security-policy|type)|link|vary): /,
    reason: 'Prospero directories and files have the pages, feeds and headers of those of FTP.',
  },
  {
    request: /prospero.*[?&](?:sort|order|page|format=atom)/,
    line: /^/,
    reason: 'The same: they can be sorted, and have pages and feeds.',
  },
  {
    request: /prospero/,
    line: /Unknown parameter/,
    reason: 'The same, in the list of parameters.',
  },
  {
    request: /wais.*[?&](?:charset=|view=framed)/,
    line: /^/,
    reason: 'Pages keep the charset in their links, and documents are shown in frames.',
  },
  {
    request: /\/(?:open\?url=)?wais(?:%3A|\/)/,
    line: /^(?:accept-ranges|cache-control|content-type): /,
    reason: 'Documents have the headers of files of FTP.',
  },
  {
    request: /[?&]hits=7\b/,
    line: /^/,
    reason: 'A wrong number of hits is an error.',
  },
  {
    request: /\/v1\/check\?url=cid/,
    line: /^\$\.(?:detail|reason)/,
    reason: 'No server can be asked about a link of this kind.',
  },
];

/** The lines that are compared in the answer to a request. */
export function comparedLines(request: string, lines: readonly string[]): readonly string[] {
  const allowed = ALLOWED.filter((difference) => difference.request.test(request));
  return allowed.length === 0
    ? lines
    : lines.filter((line) => !allowed.some((difference) => difference.line.test(line)));
}
