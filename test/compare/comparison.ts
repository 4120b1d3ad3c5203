/** What the parts of the comparison share: both checkouts, the report, and the test servers once they are needed. */
import type { Checkout } from './checkout.ts';
import type { Report } from './report.ts';
import { Servers } from './servers.ts';
import { Session } from './session.ts';
import { Side } from './side.ts';

export class Comparison {
  readonly before: Checkout;
  readonly after: Checkout;
  readonly report: Report;
  #servers: Promise<Servers> | null = null;
  #sides: readonly Side[] = [];
  #session: Promise<Session> | null = null;

  constructor(before: Checkout, after: Checkout, report: Report) {
    this.before = before;
    this.after = after;
    this.report = report;
  }

  /** The test servers, which are started once. */
  servers(): Promise<Servers> {
    this.#servers ??= Servers.start();
    return this.#servers;
  }

  /** The two Workers, which are started once. */
  session(): Promise<Session> {
    this.#session ??= this.#start();
    return this.#session;
  }

  async close(): Promise<void> {
    await Promise.all(this.#sides.map((side) => side.close()));
    await (await this.#servers)?.close();
  }

  async #start(): Promise<Session> {
    const servers = await this.servers();
    const [before, after] = [new Side(this.before, servers), new Side(this.after, servers)];
    this.#sides = [before, after];
    return new Session(servers, before, after, this.report);
  }
}
