/** How the script for other sites gets into the pages of common systems. */
import { ORIGIN } from '../parts/assets.ts';

/** The schemes that MediaWiki makes links of by itself (`$wgUrlProtocols`). */
const MEDIAWIKI = new Set(['ftp', 'ftps', 'gopher', 'news', 'nntp', 'telnet']);
/** The schemes that WordPress keeps in posts by itself (`wp_allowed_protocols`). */
const WORDPRESS = MEDIAWIKI;

/** A recipe for one system. */
export interface Recipe {
  readonly title: string;
  /** Where the code goes. Backticks surround code. */
  readonly place: string;
  readonly code: string;
}

/**
 * The line that adds the script to a page.
 *
 * @param path - the path of the script, without a slash before it
 */
export function scriptLine(path: string): string {
  return `<script src="${ORIGIN}/${path}" defer></script>`;
}

/** The line for one version of the script, which browsers check by its hash. */
export function pinnedLine({ pinned, integrity }: { readonly pinned: string; readonly integrity: string }): string {
  return `<script src="${ORIGIN}/${pinned}" defer crossorigin\n  integrity="${integrity}"></script>`;
}

/**
 * The recipes.
 *
 * @param path - the path of the script, without a slash before it
 * @param schemes - the schemes that it rewrites
 */
export function recipes(path: string, schemes: readonly string[]): readonly Recipe[] {
  const line = scriptLine(path);
  // Their links have no `//`, so in a text `go:` and `afs:` may be words.
  const linked = schemes.filter((name) => !['go', 'afs'].includes(name));
  const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
  return [
    {
      title: 'MediaWiki',
      place: 'Add this to `LocalSettings.php`. The first statement makes MediaWiki see links of the rarer schemes.',
      code: `$wgUrlProtocols = array_merge( $wgUrlProtocols, [
    ${quoted(linked.filter((name) => !MEDIAWIKI.has(name)).map((name) => `${name}://`))}
] );
$wgHooks['BeforePageDisplay'][] = function ( $out ) {
    $out->addHeadItem( 'waypost', '${line}' );
};`,
    },
    {
      title: 'WordPress',
      place: 'Save this as `wp-content/mu-plugins/waypost.php`. The filter keeps links of the rarer schemes in posts.',
      code: `<?php
add_action( 'wp_enqueue_scripts', function () {
    wp_enqueue_script( 'waypost', '${ORIGIN}/${path}', [], null, [ 'strategy' => 'defer' ] );
} );
add_filter( 'kses_allowed_protocols', function ( $protocols ) {
    return array_merge( $protocols, [
        ${quoted(linked.filter((name) => !WORDPRESS.has(name)))}
    ] );
} );`,
    },
    {
      title: 'Static sites',
      place: 'Add the line to the template of the page head. Or run this on the finished files, here in `public/`:',
      code: `find public -name '*.html' -exec sed -i 's|</head>|${line}&|' {} +`,
    },
    {
      title: 'Any site behind nginx',
      place:
        'Add this to its `server` block, or to each `location` with a `proxy_set_header` of its own. nginx then adds the ' +
        'line to each page. The second line asks a site behind it for pages that are not compressed, because nginx ' +
        'changes no others.',
      code: `sub_filter '</head>' '${line}</head>';\nproxy_set_header Accept-Encoding '';`,
    },
  ];
}
