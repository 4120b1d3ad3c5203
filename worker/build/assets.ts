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

/** The beginning of the paths of what the scripts of the explorer share: the library, and Preact. */
const SHARED = 'assets/library-';

const description = describeApi(version);

write('openapi.json', `${JSON.stringify(description, null, 2)}\n`);
write(assets.models, describeForModels(readText('llms.md'), description, await readOpenedSchemes()));

for (const [name, content] of await buildDocumentation(description)) write(name, content);
const { writeGallery } = await importCompiled<typeof Gallery>('pages/explorer/gallery.tsx');
const explorer = await bundleScripts(
  {
    [assets.explorerScript]: 'pages/explorer/browser/start.ts',
    [assets.rarelyNeeded]: 'pages/explorer/browser/rarely-needed.ts',
    [assets.htmlLinks]: '../src/text/html.ts',
    [assets.markdownLinks]: '../src/text/markdown.ts',
  },
  SHARED,
);
removeOutdated([...explorer.keys()].filter((path) => path.startsWith(SHARED)));
for (const [path, script] of explorer) write(path, licencesOfReader(path) + script);
write(assets.gallery, writeGallery(await readGallery(), sharedBy(assets.explorerScript)));
const { writeProblems, writeProblemsText } = await importCompiled<typeof Problems>('pages/problems/page.tsx');
const { writeOwners, writeOwnLinks, writePrivacy } = await importCompiled<typeof TextPages>('build/text-pages.tsx');
write(assets.owners, writeOwners(readText('owners.md'), embedFacts(version)));
write(assets.ownersScript, await bundleScript('pages/owners/browser/script.ts'));
write(assets.ownLinks, writeOwnLinks(readText('links.md')));
write(assets.ownLinksScript, await bundleScript('pages/own-links/browser/script.tsx'));
write(assets.privacy, writePrivacy(readText('privacy.md')));
write(assets.addresses, filled(readText('addresses.txt'), { version }));
write(assets.problems, writeProblems(await readDiagnosticHelp()));
write(assets.problemsText, writeProblemsText());
write(assets.problemsScript, await bundleScript('pages/problems/browser/script.ts'));
write(assets.copyScript, await bundleScript('pages/copy/browser/copy.ts'));
const { writeTerminalFrame, write3270Frame } = await importCompiled<typeof Frames>('pages/terminal/frames.tsx');
write(assets.terminalFrame, writeTerminalFrame());
write(assets.terminal3270Frame, write3270Frame());
write(assets.terminalScript, (await bundleScript('pages/terminal/browser/terminal.ts')) + licenceOf('@xterm/xterm'));
write(assets.terminal3270Script, await bundleScript('pages/terminal/browser/terminal-3270.ts'));
write(assets.terminalStylesheet, await bundleStylesheet('pages/terminal/terminal.css'));
write(assets.stylesheet, await bundleStylesheet('pages/styles/index.css'));
write(assets.docsStylesheet, await bundleStylesheet('pages/styles/api-reference.css'));
write(assets.idna, await bundlePart('pages/explorer/international-names.ts', 'LICENSE-UNICODE'));
write(assets.waisRequest, await bundlePart('../src/schemes/wais/request.ts'));
write(assets.prosperoRequest, await bundlePart('../src/schemes/prospero/request.ts'));
write(assets.qrPath, await bundlePart('pages/parts/qr-path.ts', 'node_modules/lean-qr/LICENSE'));
write('assets/icon.svg', ICON);
for (const name of [assets.favicon, assets.touchIcon, assets.card]) {
  write(name, readFileSync(join(import.meta.dirname, 'pictures', basename(name))));
}
for (const name of [embed, pinnedEmbed]) write(name, bundleEmbed(version));
// The address of an asset changes with each deployment, so a browser may cache it forever. The address of the script
// for other sites does not change; its headers let pages with any policy load it.
write('_headers', filled(readFileSync(join(import.meta.dirname, '_headers'), 'utf8'), { embed, pinnedEmbed }));

/** The text of a page. */
function readText(name: string): string {
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
function write(name: string, content: string | Buffer): void {
  const path = join(root, 'build/public', name);
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  const draft = join(root, '.wrangler', `${basename(path)}.${process.pid}`);
  for (const file of [path, draft]) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, content);
  renameSync(draft, path);
}
