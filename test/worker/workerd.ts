/**
 * Workers in plain workerd, several in one process, without the proxies of wrangler. They are for measurements, and for
 * tests of what the proxies hide, such as a client that leaves.
 */
import { mkdtempSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Built, built } from './built.ts';
import { assetService, internetService, type RunningWorkerd, runWorkerd } from './workerd-process.ts';

export type { RunningWorkerd } from './workerd-process.ts';

/** A Worker to run: the path of its one module, and its variables. */
export interface Module {
  readonly path: string;
  readonly vars: Readonly<Record<string, string>>;
  /**
   * The folder in which its short links are stored, or `temporary` for one that goes with the process; absent = none.
   */
  readonly links?: string;
  /** Whether it reaches the files of its stores, as on self-host. */
  readonly selfHost?: boolean;
  /** The Worker whose stores it asks, from an isolate of its own. */
  readonly linksOf?: string;
  /** The Worker that is its Cache API. */
  readonly cache?: string;
  /** Whether it also listens behind the front of self-hosting; that port has the name of the Worker and `-front`. */
  readonly front?: boolean;
}

/**
 * Runs Workers until they are closed. Each has the static assets of this one.
 *
 * @param v8Flags - options of the JavaScript engine, such as `--max-heap-size=64`
 */
export async function startWorkerd(
  modules: Readonly<Record<string, Module>>,
  v8Flags: readonly string[] = [],
): Promise<RunningWorkerd> {
  const build = await built();
  return runWorkerd(socketNames(modules).length, (folder) => configOf(modules, v8Flags, folder, build));
}

/** The names of the ports. */
function socketNames(modules: Readonly<Record<string, Module>>): readonly string[] {
  return Object.entries(modules).flatMap(([name, { front }]) => (front ? [name, `${name}-front`] : [name]));
}

/** The configuration; paths of modules are relative to its folder. */
function configOf(
  modules: Readonly<Record<string, Module>>,
  v8Flags: readonly string[],
  folder: string,
  { front: frontModule, assets, settings }: Built,
): string {
  const text = JSON.stringify;
  const services = Object.entries(modules).flatMap(([name, { path, vars, links, front, selfHost, linksOf, cache }]) => {
    // Measurements ask a server more often than a client may.
    const bindings = Object.entries({ RATE_LIMITS: 'off', ...vars }).map(
      ([key, value]) => `(name = ${text(key)}, text = ${text(value)})`,
    );
    bindings.push('(name = "ASSETS", service = "assets")');
    if (links !== undefined) bindings.push('(name = "LINKS", durableObjectNamespace = "LinkShard")');
    if (linksOf !== undefined) {
      bindings.push(
        `(name = "LINKS", durableObjectNamespace = (className = "LinkShard", serviceName = ${text(linksOf)}))`,
      );
    }
    const disk = `${name}-links`;
    if (selfHost) bindings.push(`(name = "STORE_FILES", service = ${text(disk)})`);
    const objects = `durableObjectNamespaces = [(className = "LinkShard", uniqueKey = "links", enableSql = true)],
      durableObjectStorage = (localDisk = ${text(disk)}),`;
    const worker = `(name = ${text(name)}, worker = (
      modules = [(name = "index.js", esModule = embed ${text(relative(folder, path))})],
      bindings = [${bindings.join(', ')}],
      ${links === undefined ? '' : objects}
      ${cache === undefined ? '' : `cacheApiOutbound = ${text(cache)},`}
      compatibilityDate = ${text(settings.compatibilityDate)},
      compatibilityFlags = ${text(settings.compatibilityFlags)}))`;
    const services = [worker];
    if (links !== undefined) {
      const place = links === 'temporary' ? mkdtempSync(join(folder, 'links-')) : links;
      services.push(`(name = ${text(disk)}, disk = (path = ${text(place)}, writable = true))`);
    }
    if (front) services.push(frontOf(name, vars.BASE_PATH ?? ''));
    return services;
  });
  function frontOf(name: string, basePath: string): string {
    return `(name = ${text(`${name}-front`)}, worker = (
      modules = [(name = "front.js", esModule = embed ${text(relative(folder, frontModule))})],
      bindings = [(name = "WORKER", service = ${text(name)}), (name = "FILES", service = "assets"),
        (name = "BASE_PATH", text = ${text(basePath)})],
      compatibilityDate = ${text(settings.compatibilityDate)}))`;
  }
  const sockets = socketNames(modules).map(
    (name) => `(name = ${text(name)}, address = "127.0.0.1:0", http = (), service = ${text(name)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [${[assetService(assets), internetService(), ...services].join(',\n')}],
      sockets = [${sockets.join(', ')}],
      v8Flags = ${text(v8Flags)});`;
}
