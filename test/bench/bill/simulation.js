/**
 * Short links under a load, with the rows and requests that the platform would bill. It runs in workerd: the store, its
 * shards and the counting of clicks are the real ones; only the clock is simulated, so that an hour takes seconds. Each
 * isolate of a scenario has a store of its own, as on the platform.
 */
import { ClickCounter } from '../../../worker/links/click-counter.ts';
import { LinkShard as Shard } from '../../../worker/links/shard.ts';
import { ShardedStore } from '../../../worker/links/stores.ts';

/** A hot link is asked for again after this time, of 30 to 60 seconds. */
const FRESH_MS = 45_000;

/** What is billed since the last scenario began. `busy` is in milliseconds of the real clock. */
let used;
const nothing = () => ({ objectRequests: 0, rowsRead: 0, rowsWritten: 0, alarms: 0, busy: 0, writes: 0 });
/** Calls that have no answer yet, and clicks that a shard writes after its answer. */
let outstanding = 0;
let unwritten = 0;
/** Until when the time of the objects is counted, on the real clock; `null` = no call has left work behind. */
let countedUntil = null;

/** A shard whose rows and alarms are counted. */
export class LinkShard extends Shard {
  constructor(context, bindings) {
    super(context, bindings);
    const { sql } = context.storage;
    const exec = sql.exec.bind(sql);
    sql.exec = (...query) => {
      const cursor = exec(...query);
      const rows = cursor.toArray();
      used.rowsRead += cursor.rowsRead;
      used.rowsWritten += cursor.rowsWritten;
      if (cursor.rowsWritten > 0) used.writes += 1;
      if (cursor.rowsWritten > 0) unwritten = 0;
      if (countedUntil !== null) {
        const now = performance.now();
        used.busy += now - countedUntil;
        countedUntil = now;
      }
      return Object.assign(rows, {
        toArray: () => rows,
        columnNames: cursor.columnNames,
        rowsWritten: cursor.rowsWritten,
      });
    };
    const setAlarm = context.storage.setAlarm.bind(context.storage);
    context.storage.setAlarm = (...time) => {
      used.alarms += 1;
      return setAlarm(...time);
    };
  }

  follow(slug, version, counts, along) {
    if (counts) unwritten += 1;
    return timed(() => super.follow(slug, version, counts, along));
  }

  create(...values) {
    return timed(() => super.create(...values));
  }

  count(...values) {
    return timed(() => super.count(...values));
  }
}

/** Counts the time of a call. What it does after its answer counts until the last query. */
function timed(call) {
  countedUntil = null;
  const began = performance.now();
  const result = call();
  countedUntil = performance.now();
  used.busy += countedUntil - began;
  return result;
}

/** A namespace whose requests are counted. */
const counting = (namespace) => ({
  getByName: (name) =>
    new Proxy(namespace.getByName(name), {
      get:
        (stub, method) =>
        async (...values) => {
          used.objectRequests += 1;
          outstanding += 1;
          try {
            return await stub[method](...values);
          } finally {
            outstanding -= 1;
          }
        },
    }),
});

// The ages at which isolates ask again are by chance.
Math.random = () => 0.5;

const realSetTimeout = globalThis.setTimeout;
/** Lets what was begun end: requests, and the writes after their answers. */
async function settle() {
  do await new Promise((resolve) => realSetTimeout(resolve, 1));
  while (outstanding + unwritten > 0);
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The follows of a scenario in the order of their times: the time, the isolate, and the number of the link. */
function followsOf({ links, perMinute, minutes, isolates, byChance }) {
  const random = randomNumbers(1994);
  const mean = 60_000 / perMinute;
  const follows = [];
  for (let isolate = 0; isolate < isolates; isolate++) {
    for (let link = 0; link < links; link++) {
      const distance = () => (byChance ? -Math.log(1 - random()) * mean : mean);
      for (let time = random() * mean; time < minutes * 60_000; time += distance()) follows.push([time, isolate, link]);
    }
  }
  return follows.toSorted(([a], [b]) => a - b);
}

async function run(name, scenario, namespace) {
  used = nothing();
  const start = Date.UTC(2026, 10, 23, 12);
  let now = start;
  let waits = [];
  Date.now = () => now;
  const wait = (milliseconds) => new Promise((end) => waits.push({ until: now + milliseconds, end }));
  /** Lets time pass, and ends the waits in it in their order. */
  const passUntil = async (time) => {
    for (;;) {
      const [next] = waits.toSorted((a, b) => a.until - b.until);
      if (next === undefined || next.until > time) break;
      waits = waits.filter((one) => one !== next);
      now = Math.max(now, next.until);
      next.end();
      await settle();
    }
    now = Math.max(now, time);
  };
  const storeOf = () => new ShardedStore(counting(namespace), 16, new ClickCounter(60_000, () => now, wait));
  const operator = storeOf();
  const slugs = [];
  const requests = Array.from({ length: scenario.links }, (_, index) => ({
    url: `https://www.rfc-editor.org/rfc/${name}${index}`,
    alias: scenario.kind === 'alias' ? `${name}-${index}` : null,
    owner: 'bench',
    key: null,
  }));
  // Each store has its copy of the registry, which it asks for once.
  const { version } = await operator.registry();
  for (let number = 0; number < 16; number++)
    await namespace.getByName(String(number)).follow('none', version, false, []);
  await new Promise((resolve) => realSetTimeout(resolve, name === 's0' ? 500 : 0));
  await settle();
  if (scenario.kind === 'create') used = nothing();
  for (const request of requests) {
    const [result] = await operator.create([request]);
    slugs.push(result.link.slug);
  }
  let operations = slugs.length;
  let hot = 0;
  if (scenario.kind !== 'create') {
    const isolates = Array.from({ length: scenario.isolates }, () => ({ store: storeOf(), fresh: new Map() }));
    const follows = followsOf(scenario);
    used = nothing();
    for (const [time, isolate, link] of follows) {
      await passUntil(start + time);
      const { store, fresh } = isolates[isolate];
      const slug = slugs[link];
      if (scenario.kind === 'hot' && (fresh.get(slug) ?? 0) > now) {
        hot += 1;
        store.countClick(slug, () => undefined);
      } else {
        await store.follow(slug, () => undefined);
        fresh.set(slug, now + FRESH_MS);
        if (unwritten > 0) await settle();
      }
    }
    await passUntil(now + 120_000);
    operations = follows.length;
  }
  await settle();
  const usage = { ...used };
  let stored = 0;
  for (const slug of slugs) stored += (await operator.read(slug)).clicks;
  return { operations, hot, stored, ...usage };
}

export default {
  async fetch(request, { LINKS }) {
    const scenarios = await request.json();
    const usages = {};
    let number = 0;
    for (const [name, scenario] of Object.entries(scenarios)) usages[name] = await run(`s${number++}`, scenario, LINKS);
    return Response.json(usages);
  },
};
