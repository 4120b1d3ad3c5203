/** What MediaWiki and WordPress make links of by themselves, for the tests of the recipes for them. */

/** `$wgUrlProtocols` of MediaWiki 1.43, as far as it concerns old links. */
export const MEDIAWIKI: readonly string[] = [
  ...['ftp://', 'ftps://', 'gopher://', 'http://', 'https://', 'mailto:', 'news:', 'nntp://', 'telnet://'],
];

/** `wp_allowed_protocols()` of WordPress 6.8, as far as it concerns old links. */
export const WORDPRESS: readonly string[] = [
  ...['http', 'https', 'ftp', 'ftps', 'mailto', 'news', 'gopher', 'nntp', 'telnet'],
];
