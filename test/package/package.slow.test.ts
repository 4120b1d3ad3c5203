/** The npm package: its manifest and types, an installation in an empty folder, and the size of bundles. */
import { execFile, spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../bin/usage/commands.ts';
import { schemes } from '../../src/index.ts';
import { packageHome } from '../../worker/build/package/home.ts';
import { hasChromium } from '../browser/chromium.ts';
import { brokenLinks } from '../document-links.ts';
import { expectNotices } from '../notices.ts';
import { startGopher } from '../servers/gopher.ts';
import { titleAfter } from './browser.ts';
import { testMountedGateways, writeApp } from './mounted.ts';
import { runExample, testServers } from './protocol-examples.ts';
import { folderOf, output, type Published, publish, root } from './published.ts';
import { faultsOfSizes, measure, withEsbuild } from './sizes.ts';
import { testWorkerEntries } from './worker-entries.ts';

let published: Published;
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The entries besides those of the schemes. */
const ENTRIES = [
  '.',
  './canonical',
  './news-archive',
  './package.json',
  './protocols',
  './protocols/node',
  './scheme',
  './surt',
  './text',
  './text/html',
  './text/markdown',
  './text/mediawiki',
  './text/tables',
  './webhooks',
  './webhooks/node',
  './webhooks/workers',
  './worker',
  './worker/assets',
];

beforeAll(() => {
  published = publish();
});
afterAll(() => published.remove());

describe('the manifest', () => {
  test('agrees with the manifest of the repository', () => {
    const own = manifestOf(root);
    const { name, version, license, engines } = own;
    expect(manifestOf(published.dist)).toMatchObject({ name, version, license, engines, sideEffects: false });
  });

  test('asks for a publication with provenance, and cannot be published until a release names the repository', () => {
    const { publishConfig, keywords, ...rest } = manifestOf(published.dist);
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
    expect(keywords).toEqual(expect.arrayContaining(['url', 'gopher', 'wais']));
    expect(rest).toMatchObject(packageHome(manifestOf(root).repository));
  });

  test.runIf(manifestOf(root).repository === undefined)('npm refuses to publish it, and the repository itself', () => {
    for (const folder of [published.dist, root]) {
      // npm looks at `private` only when it uploads.
      const { status, stdout } = spawnSync('npm', ['publish', folder, '--dry-run'], { cwd: root, encoding: 'utf8' });
      expect([status, stdout]).toEqual([1, expect.stringMatching(/publish that\.$/m)]);
    }
  });

  test('is small, and has all that it had', () => {
    const { size } = statSync(published.tarball);
    console.log(`the tarball has ${size} octets`);
    expect(size).toBeLessThanOrEqual(MOST_OCTETS);
    // A limit that nothing comes near would tell nothing.
    expect(size).toBeGreaterThan(0.9 * MOST_OCTETS);
  });

  test('has no module and no declaration that nothing imports, and each that something imports', () => {
    const { exports, bin } = manifestOf(published.dist);
    const entries = Object.values<{ readonly types?: string; readonly default?: string }>(exports);
    const programs = [bin.waypost, 'bin/network/commands.js', 'worker/write-assets.js'];
    const sockets = ['worker/sockets.js', 'worker/no-sockets.js'];
    const modules = entries.flatMap((entry) => entry.default ?? []);
    const declarations = entries.flatMap((entry) => entry.types ?? []);
    for (const [extension, starts] of [
      ['.js', [...modules, ...programs, ...sockets]],
      ['.d.ts', declarations],
    ] as const) {
      const there = globSync(`{bin,src,worker}/**/*${extension}`, { cwd: published.dist });
      expect([...importedFrom(starts, extension)].toSorted()).toEqual(there.toSorted());
    }
  });

  test('needs no other package', () => {
    expect(Object.keys(manifestOf(published.dist).dependencies)).toEqual([]);
  });

  test('publint finds nothing', async () => {
    const { messages, pkg } = await publint({ pkgDir: published.dist, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('the types are right in every kind of module resolution that reads `exports`', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(published.tarball)));
    if (!analysis.types) throw new Error('The package has no types.');
    // `node10` does not read `exports`; `node16-cjs` must call `import()`, as for any package of ES modules.
    const problems = analysis.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && problem.resolutionKind === 'node10') && problem.kind !== 'CJSResolvesToESM',
    );
    expect(problems).toEqual([]);
    expect(Object.keys(analysis.entrypoints).toSorted()).toEqual(
      [...ENTRIES, ...[...schemes.keys()].map((name) => `./schemes/${name}`)].toSorted(),
    );
  });

  test('only the command uses Node', () => {
    const library = globSync('src/**/*.js', { cwd: published.dist });
    expect(library.length).toBeGreaterThan(40);
    const impure = library.filter((file) => /node:|\bprocess\b|\bBuffer\b/.test(codeOf(join(published.dist, file))));
    expect(impure).toEqual([]);
  });
});

/** The most octets that the tarball may have: 1.1 MB. */
const MOST_OCTETS = 1_100_000;

/** Some files of the package, with those that they import, also through each other. */
function importedFrom(starts: readonly string[], extension: string): ReadonlySet<string> {
  const found = new Set(starts.map((path) => join(path)));
  for (const file of found) {
    const text = readFileSync(join(published.dist, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import) ?\(?['"](\.{1,2}\/[^'"]+)\.js['"]/g)) {
      found.add(join(file, '..', `${path}${extension}`));
    }
  }
  return found;
}

/** A module without its comments. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
}

/** What an entry of the package exports. */
async function exportsOf(name: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: `export * from '${name}';`, resolveDir: published.consumer },
    ...{ bundle: true, write: false, metafile: true, format: 'esm', platform: 'node' },
  });
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
}

/**
 * The functions that an entry of the package exports, without classes.
 *
 * @param namespaces - the exports whose members are functions of the entry too, each as `namespace.function`
 */
async function functionsOf(name: string, namespaces: ReadonlySet<string>): Promise<readonly string[]> {
  const outfile = join(published.consumer, `${name.replaceAll('/', '-')}.bundle.js`);
  await build({
    stdin: { contents: `export * from '${name}';`, resolveDir: published.consumer },
    ...{ outfile, bundle: true, format: 'esm', platform: 'node', external: ['undici'] },
  });
  const functionsIn = (module: object): readonly string[] =>
    Object.entries(module).flatMap(([key, value]) => {
      if (namespaces.has(key)) return functionsIn(value).map((path) => `${key}.${path}`);
      return typeof value === 'function' && !/^class\b/.test(String(value)) ? [key] : [];
    });
  return functionsIn(await import(/* @vite-ignore */ outfile));
}

describe('the API reference', () => {
  const documented = ENTRIES.filter((entry) => entry !== './package.json').map((entry) => `waypost${entry.slice(1)}`);

  function sectionOf(name: string): string {
    const reference = readFileSync(join(published.dist, 'API.md'), 'utf8');
    return new RegExp(`\\n## ${name}\\n(.*?)(?=\\n## |$(?![^]))`, 's').exec(reference)?.[1] ?? '';
  }

  test.each(documented)('has every export of %s', async (name) => {
    const names = await exportsOf(name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((exported) => !sectionOf(name).includes(`\n### ${exported}\n`))).toEqual([]);
  });

  test.each(documented)('writes out the parameters and the result of every function of %s', async (name) => {
    const section = sectionOf(name);
    const namespaces = new Set([...section.matchAll(/^#### (\w+)\./gm)].map(([, namespace = '']) => namespace));
    const functions = await functionsOf(name, namespaces);
    if (name === 'waypost') expect(functions).toContain('relativize');
    if (name === 'waypost/protocols') expect(functions).toContain('gopher.splitGopherPath');
    const lacking = functions.filter((path) => {
      const [, code = ''] = new RegExp(`\n####? ${path}\n\n\`\`\`ts\n(.*?)\n\`\`\`\n`, 's').exec(section) ?? [];
      return !new RegExp(`^function ${path.replace(/.*\./, '')}(?:<.*>)?\\(.*\\): .+;$`, 's').test(code);
    });
    expect(lacking).toEqual([]);
  });
});

describe('in an empty folder', () => {
  test('the library', () => {
    const script = `
      import { canonicalize, explain, UrlError } from 'waypost';
      import { gopher } from 'waypost/schemes/gopher';
      console.log(canonicalize('GOPHER://H.example:70/1'), explain('go:x').kind, gopher.name, UrlError.name);
    `;
    const printed = output(process.execPath, ['--input-type=module', '-e', script], published.consumer);
    expect(printed).toBe('gopher://h.example/ go gopher UrlError\n');
  });

  test('canonical forms alone', () => {
    const script = `
      import { canonicalize, equivalent, resolve, safeCanonicalize, UrlError } from 'waypost/canonical';
      const { ok, error } = safeCanonicalize('gopher://h/0%0A');
      console.log(canonicalize('GOPHER://H.example:70/1'), resolve('b', 'ftp://h/a'), equivalent('go:a', 'GO:a'));
      console.log(ok, error instanceof UrlError, error.code, error.index);
    `;
    const printed = output(process.execPath, ['--input-type=module', '-e', script], published.consumer);
    expect(printed).toBe('gopher://h.example/ ftp://h/b true\nfalse true gopher-cr-lf 12\n');
  });

  test('from CommonJS, with types', () => {
    writeFileSync(
      join(published.consumer, 'common.cts'),
      `import { explain } from 'waypost';
       import { canonicalize } from 'waypost/canonical';
       import { gopher } from 'waypost/schemes/gopher';
       const found: readonly [string, string, string] = [canonicalize('GO:a'), explain('go:a').kind, gopher.name];
       export = found;`,
    );
    check(['common.cts'], 'nodenext');
    const script = `
      const { canonicalize } = require('waypost/canonical');
      console.log(canonicalize('GO:a'), require('waypost').explain('go:a').kind, require('waypost/schemes/gopher').gopher.name);
    `;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=commonjs', '-e', script];
    expect(output(process.execPath, args, published.consumer)).toBe('go:a go gopher\n');
  });

  test('sort-friendly keys', () => {
    const script = `import { surtOf } from 'waypost/surt'; console.log(surtOf('http://www.h.example/A'));`;
    expect(output(process.execPath, ['--input-type=module', '-e', script], published.consumer)).toBe('example,h)/a\n');
  });

  test('every scheme has an entry that exports it under its name', () => {
    const script = `
      import { schemes } from 'waypost';
      const definitions = [...schemes.values()];
      const same = await Promise.all(definitions.map(async (definition) => (await import('waypost/schemes/' + definition.name))[definition.name] === definition));
      console.log(same.every(Boolean), definitions.length);
    `;
    const printed = output(process.execPath, ['--input-type=module', '-e', script], published.consumer);
    expect(printed).toBe(`true ${schemes.size}\n`);
  });

  test('a scheme of another package, without the source of this project', () => {
    const folder = join(root, 'test/new-scheme/whois/src/schemes/whois');
    const code = (name: string) =>
      readFileSync(join(folder, `${name}.ts`), 'utf8').replace(/ from '\.\.[^']*'/g, " from 'waypost/scheme'");
    for (const name of ['rules', 'request']) writeFileSync(join(published.consumer, `${name}.ts`), code(name));
    writeFileSync(join(published.consumer, 'whois.ts'), `${code('definition')}\n${OWN_SCHEME}`);
    check(['whois.ts'], 'nodenext', { allowImportingTsExtensions: true });
    const printed = output(process.execPath, ['--disable-warning=ExperimentalWarning', 'whois.ts'], published.consumer);
    expect(JSON.parse(printed)).toEqual({
      canonical: 'whois://host.example/ab',
      kind: 'whois',
      object: 'ab',
      sentence: 'The record of “ab” in the registry host.example.',
    });
  });

  test.each(Object.entries(testServers))(
    'the client of %s, as docs/protocols.md shows it',
    async (name, [start, text]) => {
      const server = await start();
      try {
        expect(await runExample(name, server.port, published.consumer)).toMatch(text);
      } finally {
        await server.close();
      }
    },
  );

  test('webhooks as docs/webhooks.md shows them: registration, proof, signatures, and a delivery that is refused', () => {
    const document = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
    const modules = [...document.matchAll(/```ts\n(.*?)```/gs)].map(([, block = ''], index) => {
      writeFileSync(join(published.consumer, `webhooks-${index}.ts`), block);
      return `webhooks-${index}.ts`;
    });
    check(modules, 'nodenext', withNode);
    const printed = output(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SENDER],
      published.consumer,
    );
    const { stored, refused, headers, denied, wanted } = JSON.parse(printed);
    expect([stored, refused]).toEqual(['https://hooks.example.com/in', 'This URL is refused: public-address.']);
    // The reference implementation of Standard Webhooks accepts the message with either secret, and no other.
    for (const secret of SECRETS) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(`whsec_${btoa('c'.repeat(24))}`).verify(BODY, headers)).toThrow();
    expect(denied).toEqual({ code: 'EGRESS_DENIED', rule: 'address' });
    expect(wanted).toBe(null);
  });

  test('the checks of webhooks, and the guard of connections', () => {
    const script = `
      import { checkAddress, checkUrl } from 'waypost/webhooks';
      import { guardedAgents } from 'waypost/webhooks/node';
      import { get } from 'node:http';
      const { valid } = checkUrl('https://127.1/');
      const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
      get('http://rebinding.example.com/', { agent: guardedAgents({ resolve }).http }).once('error', ({ code, rule }) =>
        console.log(valid, checkAddress('10.0.0.1').allowed, code, rule));
    `;
    const printed = output(process.execPath, ['--input-type=module', '-e', script], published.consumer);
    expect(printed).toBe('false false EGRESS_DENIED address\n');
  });

  test.skipIf(!hasChromium())('in a browser, as modules that nothing has bundled', async () => {
    const script = `
      import { canonicalize, createWaypost } from 'waypost';
      import { resolve } from 'waypost/canonical';
      import { gopher } from 'waypost/schemes/gopher';
      import { surtOf } from 'waypost/surt';
      import { checkUrl } from 'waypost/webhooks';
      const { canonicalize: only } = createWaypost([gopher]);
      document.title = [
        resolve('../b', 'gopher://h/1/a/'),
        canonicalize('GOPHER://B\u00fccher.example:70/1'), only('gopher://h'), surtOf('http://h/A'), checkUrl('https://127.1/').valid,
      ].join(' ');
    `;
    expect(await titleAfter(published, script)).toBe(
      'gopher://h/1/b gopher://xn--bcher-kva.example/ gopher://h/ h)/a false',
    );
  });

  test('the command', () => {
    const command = join(published.consumer, 'node_modules/.bin/waypost');
    expect(output(command, ['canonicalize'], published.consumer, 'FTP://h:21\n')).toBe('ftp://h/\n');
    const table = ['canonicalize', '--surt', '--field', '2'];
    expect(output(command, table, published.consumer, 'a http://www.h.example/B\n')).toBe('a example,h)/b\n');
    const unwrap = ['canonicalize', '--unwrap', 'gateways', 'https://web.archive.org/web/1997/ftp://h/'];
    expect(output(command, unwrap, published.consumer)).toBe('ftp://h/\n');
    writeFileSync(join(published.consumer, 'a.html'), '<a href="FTP://h">FTP://h</a>');
    output(command, ['rewrite', '--to', 'canonical', 'a.html'], published.consumer);
    expect(readFileSync(join(published.consumer, 'a.html'), 'utf8')).toBe('<a href="ftp://h/">FTP://h</a>');
    expect(output(command, ['completion', 'fish'], published.consumer)).toContain('-a canonicalize');
    expect(output(command, ['--version'], published.consumer)).toBe(`waypost ${manifestOf(root).version}\n`);
  });

  test('the command gets and checks links with the gateways that are bundled with it', async () => {
    const gopher = await startGopher();
    const url = `gopher://localhost:${gopher.port}/0/about/welcome.txt`;
    const command = join(published.consumer, 'node_modules/.bin/waypost');
    const { stdout } = await promisify(execFile)(command, ['get', '--warc', 'a.warc.gz', url], {
      cwd: published.consumer,
    });
    const piped = `'${command}' get --raw gopher://localhost:${gopher.port}/9/large/3MB.bin | head -c 4 | wc -c; echo "$PIPESTATUS"`;
    const { stdout: cut, stderr } = await promisify(execFile)('bash', ['-c', piped], { cwd: published.consumer });
    expect([cut, stderr]).toEqual(['4\n0\n', '']);
    // Each of these checks has a pause after it, which nobody waits for once the reader has left.
    const endless = `yes gopher://127.0.0.1:1/ | timeout 60 '${command}' check | head -n 1 | wc -l; echo "\${PIPESTATUS[1]}"`;
    const { stdout: one } = await promisify(execFile)('bash', ['-c', endless], { cwd: published.consumer });
    expect(one).toBe('1\n0\n');
    const lines = `${url}\ngopher://localhost:${gopher.port}/0/nope\n`;
    const checking = promisify(execFile)(command, ['check', '--pause', '0ms'], { cwd: published.consumer });
    checking.child.stdin?.end(lines);
    const { code, stdout: checked } = await checking.catch((error) => error);
    await gopher.close();
    expect(stdout).toContain('museum');
    expect([code, checked.match(/"status":"\w+"/g)]).toEqual([1, ['"status":"alive"', '"status":"gone"']]);
    expect(gunzipSync(readFileSync(join(published.consumer, 'a.warc.gz'))).toString()).toContain(
      `WARC-Target-URI: ${url}`,
    );
  });

  test.each([
    ['src', ['src/protocols/index.ts', 'src/text/index.ts'], null],
    // These import the modules of `src` that the package has, and share others.
    ['worker', ['worker/mounted/index.ts', 'bin/network/commands.ts'], 'src'],
  ])('the notices of the packages that are bundled into %s', (path, entries, beside) => {
    const notices = (folder: string) => join(published.consumer, 'node_modules/waypost', folder, 'LICENSES');
    return expectNotices(notices(path), entries, beside === null ? null : notices(beside));
  });

  test('the licences, README and the API reference are there, and nothing that is not needed', () => {
    const folder = join(published.consumer, 'node_modules/waypost');
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'LICENSE-UNICODE',
        'README.md',
        'bin',
        'docs',
        'man',
        'package.json',
        'src',
        'worker',
      ].toSorted(),
    );
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const command of COMMAND_NAMES) expect(readme).toContain(`| [\`${command}\`]`);
    const pages = globSync(['*.md', 'docs/*.md'], { cwd: folder });
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.map((file) => [file, brokenLinks(folder, file)]).filter(([, broken]) => broken?.length)).toEqual([]);
  });

  test.each(['nodenext', 'bundler'] as const)('the types, with moduleResolution %s', (moduleResolution) => {
    writeFileSync(join(published.consumer, 'consumer.ts'), CONSUMER);
    check(['consumer.ts'], moduleResolution);
  });

  test.each([
    ['browsers', { lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'], skipLibCheck: true }],
    ['Node', { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], skipLibCheck: true }],
    ['Workers', { types: ['@cloudflare/workers-types'], typeRoots: [join(root, 'node_modules')], skipLibCheck: true }],
  ])('the types of streams of lines, with those of %s', (_, platform) => {
    writeFileSync(join(published.consumer, 'lines.ts'), LINES);
    check(['lines.ts'], 'nodenext', platform);
  });

  test('the types of the protocol clients, with those of Node', () => {
    writeFileSync(join(published.consumer, 'clients.ts'), CLIENTS);
    check(['clients.ts'], 'nodenext', withNode);
  });

  test('the types of the guard, with those of Node', () => {
    writeFileSync(join(published.consumer, 'guard.ts'), GUARD);
    check(['guard.ts'], 'nodenext', withNode);
  });
});

describe('the gateways in a Worker of one’s own', () => {
  testMountedGateways(() => published);
  testWorkerEntries(() => published);

  test('their types, in a hono app', () => {
    writeApp(published);
    writeFileSync(join(published.consumer, 'alone.ts'), MOUNTED);
    const paths = { hono: [join(root, 'node_modules/hono')] };
    check(['app.ts', 'alone.ts'], 'bundler', {
      ...{ types: ['@cloudflare/workers-types'], typeRoots: [join(root, 'node_modules')], skipLibCheck: true, paths },
    });
  });
});

/** Checks the types of files in the empty folder. */
function check(files: readonly string[], moduleResolution: 'nodenext' | 'bundler', more: object = {}): void {
  const settings = {
    compilerOptions: {
      ...{ strict: true, noEmit: true, target: 'es2022', lib: ['es2022'], types: [], skipLibCheck: false },
      ...{ module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution, ...more },
    },
    files,
  };
  writeFileSync(join(published.consumer, 'tsconfig.json'), JSON.stringify(settings));
  output(process.execPath, [join(folderOf('typescript'), 'bin/tsc'), '-p', '.'], published.consumer);
}

/** Reads a URL of the scheme, and prints what it knows of it. */
const OWN_SCHEME = `
  import { createWaypost, explainOf, type ResolutionOfScheme } from 'waypost';
  const explain = explainOf(createWaypost([whois]));
  const found = explain('WHOIS://Host.example:43/%61b');
  if (found.kind !== 'whois') throw new TypeError(found.kind);
  const { canonical, kind, details }: ResolutionOfScheme<typeof whois> = found;
  declare const console: { log(text: string): void };
  console.log(JSON.stringify({ canonical, kind, object: details.object, sentence: whois.sentence?.(found) }));
`;

/** Pipes a body through the stream of lines, and iterates over the lines of another one. */
const LINES = `
  import { canonicalizeLines, canonicalizeLinesStream } from 'waypost';
  export async function read(body: NonNullable<Response['body']>, other: typeof body): Promise<string> {
    for await (const piece of canonicalizeLines(other)) if (piece[0] === 0x67) break;
    return new Response(body.pipeThrough(canonicalizeLinesStream())).text();
  }
`;

/** Compiles only if the settings are as precise as in the source. */
const MOUNTED = `
  import { createGateway, type Gateway, type GatewaySettings } from 'waypost/worker';
  import { assets } from 'waypost/worker/assets';
  const settings: GatewaySettings = { ASSETS: assets, GATEWAYS: { gopher: 'none' }, NEWS_ADDRESSES: 'masked' };
  const gateway: Gateway<unknown> = createGateway(settings);
  createGateway((env: { files: Fetcher; rate: RateLimit }) => ({ ASSETS: env.files, TARGET_RATE: env.rate }));
  // @ts-expect-error the files of pages are required
  createGateway({ BASE_PATH: '/x' });
  // @ts-expect-error there is no such setting
  createGateway({ ASSETS: assets, LINK_TOKENS: 'x' });
  export default gateway satisfies ExportedHandler;
`;

/** Settings for code that uses Node: its types are here, not in the empty folder. */
const withNode = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], skipLibCheck: true };

const SECRETS = ['a', 'b'].map((letter) => `whsec_${btoa(letter.repeat(24))}`);
const BODY = '{"type":"link.created"}';

/** Uses what docs/webhooks.md shows. */
const SENDER = `
  import { signMessage } from 'waypost/webhooks';
  import { register, wants } from './webhooks-0.ts';
  import { deliver } from './webhooks-1.ts';
  const refusal = (url) => { try { return register(url); } catch ({ message }) { return message; } };
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const denied = await deliver('https://rebinding.example.com/', '{}', [], { resolve }).catch(({ code, rule }) => ({ code, rule }));
  console.log(JSON.stringify({
    stored: register('HTTPS://Hooks.example.com:443/in'),
    refused: refusal('https://127.0.0.1/'),
    headers: await signMessage(${JSON.stringify(BODY)}, ${JSON.stringify(SECRETS)}),
    denied,
    wanted: await wants('https://rebinding.example.com/', ${JSON.stringify(SECRETS[0])}, { resolve }),
  }));
`;

/** The guard in the clients of Node. */
const GUARD = `
  import { request } from 'node:https';
  import { EgressError, type GuardOptions, guardedAgents, guardedLookup } from 'waypost/webhooks/node';
  const options: GuardOptions = { ports: [443] };
  request('https://h.example/', { agent: guardedAgents(options).https, lookup: guardedLookup(options) })
    .on('error', (error) => error instanceof EgressError && error.rule === 'address');
`;

/** Clients over connections of Node, and over streams of any platform. */
const CLIENTS = `
  import { type Connect, ftp, gopher, nntp, type PeerConnection, ProtocolError, StreamConnection } from 'waypost/protocols';
  import { connectTo, prosperoTransport } from 'waypost/protocols/node';

  const connect: Connect<PeerConnection> = connectTo({ host: 'h.example', port: 21 }, { guard: { ports: [21] } });
  const client: Promise<ftp.FtpClient> = ftp.FtpClient.logIn(connect);
  const session: Promise<nntp.NewsSession> = nntp.NewsSession.open(connect, { login: { user: 'u', password: 'p' } });
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const overStreams: Connect = async () => new StreamConnection({ readable, writable }, { first: null, idle: null });
  const server: gopher.GopherServer = { host: 'h.example', port: 70, tls: 'none', connect: overStreams };
  // @ts-expect-error FTP needs connections that can open others
  ftp.FtpClient.logIn(overStreams);
  const asked: Promise<string> = prosperoTransport()({ ...server, hsoname: '/', version: null }, 'list', 5);
  client.catch((error) => error instanceof ProtocolError && error.code === 'login-required');
`;

/** Compiles only if the types are as precise as in the source. */
const CONSUMER = `
  import {
    anatomyOf, canonicalize, createWaypost, type Canonical, explain, explainOf, type GopherDetails, meetingRung, replaceParts,
    type Resolution, type ResolutionOfScheme, resolver, type Safe, safeCanonicalize, sentenceOf, wireOctetsOf,
  } from 'waypost';
  import { checkUrl, type UrlVerdict } from 'waypost/webhooks';
  import { SURT_RULES, type SurtRuleName, surtOf } from 'waypost/surt';
  import { ftp } from 'waypost/schemes/ftp';
  import { gopher } from 'waypost/schemes/gopher';

  const canonical: Canonical = canonicalize('gopher://h');
  // @ts-expect-error not every string is canonical
  const wrong: Canonical = 'gopher://h/';
  const found: Resolution = explain(canonical);
  if (found.kind === 'gopher') {
    const search: string | null = found.details.search;
    // @ts-expect-error a gopher item has no message-id
    found.details.messageId;
  }
  const explainTwo = explainOf(createWaypost([gopher, ftp]));
  const safe: Safe<Canonical> = safeCanonicalize('x');
  const code: string | Canonical = safe.ok ? safe.value : safe.error.code;
  const link: (reference: string) => Canonical = resolver(canonical);
  const moved: Canonical = replaceParts(canonical, { host: 'other.example' });
  const details: GopherDetails = (found as ResolutionOfScheme<typeof gopher>).details;
  const words: readonly [string, number, number, string] =
    [sentenceOf(found), wireOctetsOf(found).length, anatomyOf(canonical).length, meetingRung('a', 'a').name];
  const verdict: UrlVerdict = checkUrl('https://h.example/', { ports: [443] });
  const rules: readonly SurtRuleName[] = SURT_RULES.map(({ name }) => name);
  const key: string = surtOf('http://h', { without: rules });
  // @ts-expect-error there is no such rule
  surtOf('http://h', { without: ['www2'] });
  const two: 'gopher' | 'ftp' | 'unknown' = explainTwo('ftp://h').kind;
`;

describe('bundled', () => {
  test('functions cost what docs/library.md says, and no more than their limits', async () => {
    expect(faultsOfSizes('esbuild', await measure(published.consumer, withEsbuild))).toEqual([]);
  });

  test('a bundle has only what is imported', async () => {
    const bundled = (code: string): Promise<string> => withEsbuild(published.consumer, code);
    const canonicalize = await bundled(`export { canonicalize } from 'waypost';`);
    const canonical = await bundled(`export * from 'waypost/canonical';`);
    const explain = await bundled(`export { explain } from 'waypost';`);
    const two = await bundled(`import { createWaypost, explainOf } from 'waypost';
      import { ftp } from 'waypost/schemes/ftp';
      import { gopher } from 'waypost/schemes/gopher';
      export const explain = explainOf(createWaypost([gopher, ftp]));`);
    // A message of an error, one of a change, and a sentence.
    const texts = [/The host is missing/, /Schemes are written in lower case/, /An article|The news article/];
    const has = (code: string): readonly boolean[] => texts.map((text) => text.test(code));
    expect(has(canonical)).toEqual([false, false, false]);
    expect(has(canonicalize)).toEqual([true, false, false]);
    expect(has(explain)).toEqual([true, true, true]);
    expect(has(two)).toEqual([true, true, false]);
    expect(two).not.toMatch(/prospero:\/\/|wais:\/\/|nntp:\/\//);
    expect(two).toContain('gopher://');
    const sizeOf = async (code: string): Promise<number> => gzipSync(await bundled(code), { level: 9 }).length / 1024;
    expect(await sizeOf(`export { UrlError } from 'waypost';`)).toBeLessThan(1.5);
    expect(await sizeOf(`export { UrlError } from 'waypost/canonical';`)).toBeLessThan(1);
    const unused = await bundled(`import 'waypost'; import 'waypost/canonical'; import 'waypost/schemes/gopher';`);
    expect(unused.trim()).toBe('');
  });
});
