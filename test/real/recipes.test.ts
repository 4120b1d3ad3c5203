/**
 * The recipes of the page for site owners, run as they stand there: by nginx, and by PHP with stand-ins for what calls
 * them in MediaWiki and WordPress.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedFacts } from '../../worker/build/embed.ts';
import { writeOwners } from '../../worker/build/text-pages.tsx';
import { withOrigin } from '../../worker/pages/parts/origin.ts';
import { version } from '../../worker/version.ts';
import { freePort } from '../free-port.ts';
import { MEDIAWIKI, WORDPRESS } from '../site-systems.ts';
import { type Nginx, startNginx } from './nginx.ts';

const WAYPOST = 'https://waypost.example/tools';
const facts = embedFacts(version);
const LINE = `<script src="${WAYPOST}/${facts.latest}" defer></script>`;
const OWNERS = writeOwners(readFileSync(join(import.meta.dirname, '../../docs/pages/owners.md'), 'utf8'), facts);
const PAGE = '<html><head><title>Links</title></head><p></head></html>';

/** The code under a heading of the page. */
function recipe(title: string): string {
  const [, code] = OWNERS.split(`<h3>${title}</h3>`)[1]?.match(/<pre[^>]*>(.*?)<\/pre>/s) ?? [];
  if (code === undefined) throw new Error(`there is no recipe for ${title}`);
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', quot: '"' };
  return withOrigin(code, WAYPOST).replace(/&(\w+);/g, (_, name: string) => characters[name] ?? '');
}

/** What a PHP program prints as JSON. */
function php(program: string): unknown {
  return JSON.parse(execFileSync('php', ['-d', 'display_errors=stderr'], { input: program, encoding: 'utf8' }));
}

const list = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;

let site: Server;
let nginx: Nginx;

beforeAll(async () => {
  // A site that compresses its pages for whoever takes them so.
  site = createServer(({ headers }, response) => {
    const compressed = /gzip/.test(headers['accept-encoding'] ?? '');
    response.writeHead(200, { 'Content-Type': 'text/html', ...(compressed && { 'Content-Encoding': 'gzip' }) });
    response.end(compressed ? gzipSync(PAGE) : PAGE);
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const { port: sitePort } = site.address() as AddressInfo;
  const port = await freePort();
  nginx = await startNginx(port, (folder) => {
    writeFileSync(join(folder, 'page.html'), PAGE);
    return `types { text/html html; }
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${recipe('Any site behind nginx')}
    location /proxied/ { proxy_pass http://127.0.0.1:${sitePort}/; }
  }`;
  });
});

afterAll(async () => {
  await nginx?.close();
  site?.close();
});

test.each(['page.html', 'proxied/page.html'])(
  'nginx adds the line to the head of each page, once: %s',
  async (path) => {
    const response = await fetch(`http://127.0.0.1:${nginx.port}/${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(await response.text()).toBe(PAGE.replace('</head>', `${LINE}</head>`));
  },
);

test('MediaWiki adds the line to the head of each page, and makes links of all schemes', () => {
  const result = php(`<?php
$wgUrlProtocols = ${list(MEDIAWIKI)};
$wgHooks = [];
${recipe('MediaWiki')}
class OutputPage {
  public $head = [];
  public function addHeadItem( $name, $value ) { $this->head[$name] = $value; }
}
$out = new OutputPage();
foreach ( $wgHooks['BeforePageDisplay'] as $hook ) $hook( $out, null );
echo json_encode( [ 'head' => $out->head, 'protocols' => $wgUrlProtocols ] );
`);
  expect(result).toEqual({
    head: { waypost: LINE },
    protocols: expect.arrayContaining([...MEDIAWIKI, 'wais://', 'prospero://', 'gophers://']),
  });
});

test('WordPress loads the script deferred, and keeps links of all schemes', () => {
  const result = php(`<?php
$filters = [];
$scripts = [];
function add_action( $name, $callback ) { add_filter( $name, $callback ); }
function add_filter( $name, $callback ) { $GLOBALS['filters'][$name] = $callback; }
function wp_enqueue_script( ...$script ) { $GLOBALS['scripts'][] = $script; }
?>${recipe('WordPress')}
$filters['wp_enqueue_scripts']();
$protocols = $filters['kses_allowed_protocols']( ${list(WORDPRESS)} );
echo json_encode( [ 'scripts' => $scripts, 'protocols' => $protocols ] );
`);
  expect(result).toEqual({
    scripts: [['waypost', `${WAYPOST}/${facts.latest}`, [], null, { strategy: 'defer' }]],
    protocols: expect.arrayContaining([...WORDPRESS, 'wais', 'prospero', 'gophers']),
  });
});
