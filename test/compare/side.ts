/** One side of the comparison: a build of the Worker that runs with each set of settings that a request needs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { V4WorkerOptionsShape } from 'miniflare';
import { type RunningModule, startModule } from '../worker/runtime.ts';
import type { Checkout } from './checkout.ts';
import { exchange } from './exchange.ts';
import { type ProfileName, RELAY_SECRET, variablesOf } from './profiles.ts';
import type { Servers } from './servers.ts';

/** More requests in a minute than are sent here. */
const UNLIMITED = 1_000_000;

export class Side {
  readonly #checkout: Checkout;
  readonly #servers: Servers;
  readonly #running = new Map<ProfileName, Promise<RunningModule>>();
  readonly #log: string[] = [];
  #relay: Promise<{ readonly origin: string; readonly child: ChildProcess }> | null = null;

  constructor(checkout: Checkout, servers: Servers) {
    this.#checkout = checkout;
    this.#servers = servers;
  }

  /** Where the Worker with these settings listens. It is started when it is first needed. */
  async origin(profile: ProfileName): Promise<string> {
    const running = this.#running.get(profile) ?? this.#start(profile);
    this.#running.set(profile, running);
    return (await running).origin;
  }

  /** The messages in the log since this was called last. */
  takeLog(): readonly string[] {
    return this.#log.splice(0);
  }

  /** The number of messages that {@link takeLog} would return. */
  get logged(): number {
    return this.#log.length;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map(async (running) => (await running).close()));
    const pid = (await this.#relay)?.child.pid;
    // npm does not pass a signal on to the script that it runs.
    if (pid !== undefined) process.kill(-pid);
  }

  async #start(profile: ProfileName): Promise<RunningModule> {
    const { module, assets, settings } = await this.#checkout.worker();
    this.#relay ??= this.#startRelay();
    const { origin } = await this.#relay;
    const options: V4WorkerOptionsShape = {
      ...settings,
      ratelimits: profile === 'limited' ? {} : unlimited(settings.ratelimits),
      bindings: { ...settings.bindings, ...variablesOf(profile, this.#servers, origin) },
      assets: { ...settings.assets, directory: assets },
    };
    const running = await startModule(readFileSync(module, 'utf8'), options, (message) => this.#log.push(message));
    // A setting that the Worker refuses would make all of its answers equal.
    const { status } = await exchange(running.origin, { path: '/health' });
    if (status >= 500 !== (profile === 'wrong')) throw new Error(`with the settings ${profile}, /health is ${status}`);
    return running;
  }

  async #startRelay() {
    const child = spawn('npm', ['run', '--silent', 'relay', '--', '--port', '0'], {
      cwd: this.#checkout.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: {
        ...process.env,
        PROSPERO_RELAY_SECRET: RELAY_SECRET,
        EGRESS_ALLOW: this.#servers.hosts.join(','),
      },
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    return { origin: String(line).replace(/.* /, ''), child };
  }
}

function unlimited(
  ratelimits: V4WorkerOptionsShape['ratelimits'] = {},
): NonNullable<V4WorkerOptionsShape['ratelimits']> {
  return Object.fromEntries(
    Object.entries(ratelimits).map(([name, rate]) => [name, { ...rate, simple: { ...rate.simple, limit: UNLIMITED } }]),
  );
}
