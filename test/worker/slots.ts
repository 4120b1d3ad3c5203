/**
 * Workers in slots: all files of tests that run in one process share one runtime, which starts once and stays warm.
 * Each Worker has its own port, variables and short links (`slots.js`); what modules keep in memory is shared.
 */
import { mkdtempSync } from 'node:fs';
import { join, relative } from 'node:path';
import { built } from './built.ts';
import { assetService, internetService, type RunningWorkerd, runWorkerd } from './workerd-process.ts';

/** The slots of one process. A slot is used once, so that no request of a test reaches the Worker of another one. */
const SLOTS = 100;

/** The name of the socket over which variables are set. */
const CONTROL = 'control';

/** A Worker in a slot. */
export interface SlotWorker {
  readonly origin: string;
  /** The lines of its log since the last call. */
  readonly takeLines: () => string[];
  readonly close: () => Promise<void>;
}

/** One process with its slots. */
class SlotProcess {
  readonly #workerd: Promise<RunningWorkerd>;
  #used = 0;
  #open = 0;

  constructor() {
    this.#workerd = startProcess();
  }

  get isFull(): boolean {
    return this.#used === SLOTS;
  }

  async start(vars: Readonly<Record<string, string>>): Promise<SlotWorker> {
    this.#used += 1;
    this.#open += 1;
    const slot = this.#used;
    const { ports, log, errors } = await this.#workerd;
    const body = JSON.stringify({ slot, vars });
    await (await fetch(`http://127.0.0.1:${ports.get(CONTROL)}`, { method: 'POST', body })).arrayBuffer();
    const takers = [linesOf(slot, log), linesOf(slot, errors)];
    return {
      origin: `http://127.0.0.1:${ports.get(String(slot))}`,
      takeLines: () => takers.flatMap((take) => take()),
      close: async () => {
        this.#open -= 1;
        if (this.isFull && this.#open === 0) await this.kill();
      },
    };
  }

  async kill(): Promise<void> {
    await (await this.#workerd).kill();
  }
}

/**
 * Starts a Worker in a process of its own, which its `close` kills.
 *
 * @param vars - its variables and secrets
 */
export async function startAlone(vars: Readonly<Record<string, string>>): Promise<SlotWorker> {
  const own = new SlotProcess();
  return { ...(await own.start(vars)), close: () => own.kill() };
}

let current: SlotProcess | null = null;

/**
 * Starts a Worker in a slot.
 *
 * @param vars - its variables and secrets
 */
export function startInSlot(vars: Readonly<Record<string, string>>): Promise<SlotWorker> {
  if (current === null || current.isFull) current = new SlotProcess();
  return current.start(vars);
}

/** Returns a function that gives what a slot has added to the lines of the process since the last call. */
function linesOf(slot: number, lines: readonly string[]): () => string[] {
  let taken = lines.length;
  const prefix = `${slot} `;
  return () => {
    const added = lines.slice(taken);
    taken += added.length;
    return added.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
  };
}

async function startProcess(): Promise<RunningWorkerd> {
  const { module, front, assets, settings } = await built();
  const text = JSON.stringify;
  const slots = Array.from({ length: SLOTS }, (_, index) => index + 1);
  return runWorkerd(SLOTS + 1, (folder) => {
    const modules = Object.entries({
      'slots.js': join(import.meta.dirname, 'slots.js'),
      'front.js': front,
      'index.js': module,
    }).map(([name, path]) => `(name = ${text(name)}, esModule = embed ${text(relative(folder, path))})`);
    const socketOf = (name: string, service: string) =>
      `(name = ${text(name)}, address = "127.0.0.1:0", http = (), service = ${service})`;
    const sockets = slots.map((slot) =>
      socketOf(`${slot}`, `(name = "worker", entrypoint = "Slot", props = (json = ${text(text({ slot }))}))`),
    );
    return `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (
        services = [${assetService(assets)}, ${internetService()},
          (name = "links", disk = (path = ${text(mkdtempSync(join(folder, 'links-')))}, writable = true)),
          (name = "worker", worker = (
          modules = [${modules.join(', ')}],
          bindings = [
            (name = "ASSETS", service = "assets"),
            (name = "LINKS", durableObjectNamespace = "LinkShard")],
          durableObjectNamespaces = [(className = "LinkShard", uniqueKey = "links", enableSql = true)],
          durableObjectStorage = (localDisk = "links"),
          compatibilityDate = ${text(settings.compatibilityDate)},
          compatibilityFlags = ${text([...(settings.compatibilityFlags ?? []), 'nodejs_als'])}))],
        sockets = [${socketOf(CONTROL, '"worker"')}, ${sockets.join(', ')}]);`;
  });
}
