/** Writes the static assets into `build/public`. wrangler runs this before it serves or deploys. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type * as Gallery from '../pages/explorer/gallery.tsx';
import { assets } from '../pages/parts/assets.ts';
import type * as Problems from '../pages/problems/page.tsx';
import type * as Frames from '../pages/terminal/frames.tsx';
import { readDiagnosticHelp, readGallery } from './beside-definitions.ts';
import { buildDocumentation } from './docs/build.ts';
import { bundleEmbed, embedFacts, embedNames } from './embed.ts';
import { filled } from './markdown.ts';
import { describeApi } from './openapi/document.ts';
import { describeForModels } from './openapi/for-models.ts';
import {
  bundlePart,
  bundleScript,
  bundleScripts,
  bundleStylesheet,
  importCompiled,
  readOpenedSchemes,
} from './page-bundle.ts';
import type * as TextPages from './text-pages.tsx';

const root = join(import.meta.dirname, '../..');
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const [embed, pinnedEmbed] = embedNames(version);

/** The icon: the arm of a signpost. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<path fill="#0b5a6b" d="M3 1h6l5 5-5 5H5v4H3z"/>
</svg>
`;

/** The beginning of the paths of what the scripts of a page share: the library, and Preact. */
const SHARED = 'assets/library-';

const description = describeApi(version);

writeAsset('openapi.json', `${JSON.stringify(description, null, 2)}\n`);
writeAsset(assets.models, describeForModels(readSource('llms.md'), description, await readOpenedSchemes()));

for (const [name, content] of await buildDocumentation(description)) writeAsset(name, content);
const { writeGallery } = await importCompiled<typeof Gallery>('pages/explorer/gallery.tsx');
const explorer = await bundleScripts(
  {
    [assets.explorerScript]: 'pages/explorer/browser/start.ts',
    [assets.rarelyNeeded]: 'pages/explorer/browser/rarely-needed.ts',
  },
  SHARED,
);
// Apart from the explorer, whose library would have what only these need.
const lists = await bundleScripts(
  {
    [assets.checkScript]: 'pages/check/browser/check.tsx',
    [assets.htmlLinks]: '../src/text/html.ts',
    [assets.markdownLinks]: '../src/text/markdown.ts',
  },
  SHARED,
);
const scripts = [...explorer, ...lists];
removeOutdated(scripts.map(([path]) => path).filter((path) => path.startsWith(SHARED)));
for (const [path, script] of scripts) writeAsset(path, licencesOfReader(path) + script);
writeAsset(assets.gallery, writeGallery(await readGallery(), sharedBy(assets.explorerScript)));
const { writeProblems, writeProblemsText } = await importCompiled<typeof Problems>('pages/problems/page.tsx');
const { writeOwners, writeOwnLinks, writePrivacy } = await importCompiled<typeof TextPages>('build/text-pages.tsx');
writeAsset(assets.owners, writeOwners(readSource('owners.md'), embedFacts(version)));
writeAsset(assets.ownersScript, await bundleScript('pages/owners/browser/script.ts'));
writeAsset(assets.ownLinks, writeOwnLinks(readSource('links.md')));
writeAsset(assets.ownLinksScript, await bundleScript('pages/own-links/browser/script.tsx'));
writeAsset(assets.privacy, writePrivacy(readSource('privacy.md')));
writeAsset(assets.addresses, filled(readSource('addresses.txt'), { version }));
const help = await readDiagnosticHelp();
writeAsset(assets.problems, writeProblems(help));
writeAsset(assets.problemsText, writeProblemsText(help));
writeAsset(assets.problemsScript, await bundleScript('pages/problems/browser/script.ts'));
writeAsset(assets.copyScript, await bundleScript('pages/copy/browser/copy.ts'));
const { writeTerminalFrame, write3270Frame } = await importCompiled<typeof Frames>('pages/terminal/frames.tsx');
writeAsset(assets.terminalFrame, writeTerminalFrame());
writeAsset(assets.terminal3270Frame, write3270Frame());
writeAsset(
  assets.terminalScript,
  (await bundleScript('pages/terminal/browser/terminal.ts')) + licenceOf('@xterm/xterm'),
);
writeAsset(assets.terminal3270Script, await bundleScript('pages/terminal/browser/terminal-3270.ts'));
writeAsset(assets.terminalStylesheet, await bundleStylesheet('pages/terminal/terminal.css'));
writeAsset(assets.stylesheet, await bundleStylesheet('pages/styles/index.css'));
writeAsset(assets.docsStylesheet, await bundleStylesheet('pages/styles/api-reference.css'));
writeAsset(assets.idna, await bundlePart('pages/explorer/international-names.ts', 'LICENSE-UNICODE'));
writeAsset(assets.waisRequest, await bundlePart('../src/schemes/wais/request.ts'));
writeAsset(assets.prosperoRequest, await bundlePart('../src/schemes/prospero/request.ts'));
writeAsset(assets.qrPath, await bundlePart('pages/parts/qr-path.ts', 'node_modules/lean-qr/LICENSE'));
writeAsset('assets/icon.svg', ICON);
for (const name of [assets.favicon, assets.touchIcon, assets.card]) {
  writeAsset(name, readFileSync(join(import.meta.dirname, 'pictures', basename(name))));
}
for (const name of [embed, pinnedEmbed]) writeAsset(name, bundleEmbed(version));
// The address of an asset changes with each deployment, so a browser may cache it forever. The address of the script
// for other sites does not change; its headers let pages with any policy load it.
writeAsset('_headers', filled(readFileSync(join(import.meta.dirname, '_headers'), 'utf8'), { embed, pinnedEmbed }));

/** The text of a page. */
function readSource(name: string): string {
  return readFileSync(join(root, 'docs/pages', name), 'utf8');
}

/** The shared scripts that a script imports, and those that these import. */
function sharedBy(path: string): readonly string[] {
  const names = [
    ...(explorer.get(path) ?? '').matchAll(/(?<=from"\.\/)library-\w+\.js(?=")|(?<=import"\.\/)library-\w+\.js(?=")/g),
  ];
  const direct = names.map(([name]) => `assets/${name}`);
  return [...new Set(direct.flatMap((shared) => [shared, ...sharedBy(shared)]))];
}

/** The licences of the parsers in a reader of a format. */
function licencesOfReader(path: string): string {
  const packages = new Map<string, readonly string[]>([
    [assets.htmlLinks, ['parse5', 'entities']],
    [assets.markdownLinks, ['@lezer/markdown', '@lezer/common', 'parse5', 'entities']],
  ]);
  return (packages.get(path) ?? []).map(licenceOf).join('');
}

/** The licence of a package as a comment. The MIT License asks that copies carry it. */
function licenceOf(name: string): string {
  return `/*! ${name}\n${readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim()}\n*/\n`;
}

/** Removes shared scripts of earlier builds: their names have a hash, so the new ones do not replace them. */
function removeOutdated(current: readonly string[]): void {
  const folder = join(root, 'build/public/assets');
  if (!existsSync(folder)) return;
  for (const path of readdirSync(folder).map((name) => `assets/${name}`)) {
    if (path.startsWith(SHARED) && !current.includes(path)) rmSync(join(root, 'build/public', path), { force: true });
  }
}

/** Writes an asset atomically if its content changed, because another process may be serving or building the folder. */
function writeAsset(name: string, content: string | Buffer): void {
  const path = join(root, 'build/public', name);
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  const draft = join(root, '.wrangler', `${basename(path)}.${process.pid}`);
  for (const file of [path, draft]) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, content);
  renameSync(draft, path);
}
