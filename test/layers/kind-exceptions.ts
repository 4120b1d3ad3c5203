/** Modules that name kinds of links or schemes outside of the folders of those kinds, each with its reason. */

/** A module, the names, and why they stand there. */
type Exception = readonly [module: string, names: string, reason: string];

const EXAMPLE = 'Examples of links, for readers.';

export const KIND_EXCEPTIONS: readonly Exception[] = [
  // Registries, and tables of what others have.
  [
    'src/templates/default-archives.ts',
    'afs ftp ftps gopher prospero rlogin telnet tn3270 wais',
    'What archives have.',
  ],
  ['src/gateway-links.ts', 'gopher', 'Addresses of gateways that others have run.'],
  ['src/protocols/greeting.ts', 'gopher', 'Names of protocols by the first octets of their servers.'],
  ['worker/build/text-pages.tsx', 'afs ftp ftps go gopher news nntp telnet', 'What MediaWiki and WordPress know.'],

  // Links in texts, and where people write only a part of one.
  ['src/text/schemes.ts', 'afs cid file go mailto news nntp snews urn', 'How texts write links.'],
  ['src/text/guesses.ts', 'ftp gopher http https news nntp telnet wais', 'What half a link may mean.'],
  ['worker/pages/parts/proposals.ts', 'gopher mailto news', 'What words may mean.'],
  ['bin/rewrite/obstacles.ts', 'mailto', 'Texts hide addresses from collectors, and write + for a blank.'],
  ['bin/rewrite/rewriters.ts', 'file', 'Texts write file: for what is relative.'],
  ['worker/gateway/contract/gateway-path.ts', 'file', 'file:/x needs no second slash, though it has an authority.'],
  ['worker/pages/check/checked-link.ts', 'file', 'The host of a file URL is not asked.'],

  // Protocols that name others.
  ['src/protocols/ftp/client.ts', 'telnet', 'Control connections of FTP are Telnet (RFC 959 §3.3).'],
  ['src/protocols/gopher/menu.ts', 'telnet tn3270', 'Item types 8 and T are sessions (RFC 1436 §3.8).'],
  ['src/protocols/prospero/links.ts', 'ftp gopher wais', 'Access methods of Prospero are other protocols.'],
  ['worker/gateway/shapes/names.tsx', 'ftp gopher', 'Where a name of a stranger may redirect without a click.'],
  ['worker/gateway/shared/message-html.ts', 'cid', 'Parts of messages refer to each other (RFC 2392).'],
  ['worker/pages/parts/explanation.tsx', 'afs file ftp', 'Clients looked for files of other hosts by FTP.'],

  // Formats and settings that are written by kinds.

  ['src/surt/webarchive-commons.ts', 'ftp wais', 'The program knows these schemes.'],

  ['bin/waypost-0-3-key.ts', 'http https', 'Keys of Waypost 0.3 had rules of their own for the Web.'],
  [
    'bin/network/conversation.ts',
    'ftp ftps gopher nntp nntps snews',
    'WARC has a record of its own for each protocol.',
  ],
  ['src/net/configured-servers.ts', 'nntp nntps', 'NEWS_SERVER is written like a link.'],
  ['worker/settings/gateways.ts', 'mailto', 'CONTACT may be a mail address.'],
  ['src/links/blocks.ts', 'mailto', 'A blocked host blocks addresses of mail, too.'],
  ['worker/pages/parts/link-actions.tsx', 'mailto', 'Pages are shared by mail.'],

  ['bin/network/check.ts', 'ftp', 'Any scheme would do.'],
  ['worker/build/docs/samples.ts', 'gopher', EXAMPLE],
  ['worker/build/openapi/check.ts', 'gopher mailto', EXAMPLE],
  ['worker/build/openapi/gateways.ts', 'gopher', EXAMPLE],
  ['worker/build/openapi/links.ts', 'gopher', EXAMPLE],
  ['worker/build/openapi/urls.ts', 'ftp', EXAMPLE],
  ['worker/pages/explorer/page.tsx', 'ftp gopher telnet', EXAMPLE],
  ['worker/pages/parts/link-form.tsx', 'gopher', EXAMPLE],
  ['worker/pages/problems/generic-help.ts', 'file ftp gopher mailto prospero telnet', EXAMPLE],
  ['worker/routes/schemas.ts', 'gopher', EXAMPLE],

  ['worker/gateway/shapes/masked.ts', 'mailto', 'A masked address is no link of this kind.'],
];
