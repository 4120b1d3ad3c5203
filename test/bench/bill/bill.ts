/**
 * What short links cost on Cloudflare: `npm run bench -- bill` runs the scenarios and keeps what they use, from which
 * docs/scale.md has its tables. A test runs them too and holds the sums below their limits.
 */
import { figure, type Table } from '../table.ts';
import { GB_MONTH, OBJECT_GB, type PricedUnit, prices, READ_ON } from './prices.ts';
import { runScenarios, type ScenarioName, scenarios, type Usage } from './scenarios.ts';

/**
 * The processor time of a redirect, in milliseconds: more than `npm run bench -- links` has measured. The platform
 * counts it by its own clock.
 */
const PROCESSOR_MS = 0.3;

/** The time that an object waits for the disk after a write, in milliseconds: assumed, because nothing ran there. */
const COMMIT_MS = 20;

const MILLION = 1_000_000;

/** The units that a million operations of a scenario use, in millions. */
export type Units = Readonly<Record<PricedUnit, number>>;

/** @param busy - what an operation takes of the time of an object, in milliseconds */
export function unitsOf({ operations, objectRequests, alarms, rowsRead, rowsWritten, writes, busy }: Usage): Units {
  return {
    requests: 1,
    processor: PROCESSOR_MS,
    // An alarm that fires is a request.
    objectRequests: (objectRequests + alarms) / operations,
    duration: (((busy + writes * COMMIT_MS) / operations) * OBJECT_GB) / 1000,
    rowsRead: rowsRead / operations,
    // An alarm that is set is a row.
    rowsWritten: (rowsWritten + alarms) / operations,
  };
}

const unitNames = Object.keys(prices).filter((name): name is PricedUnit => name in prices);

/** US dollars for each unit, of a million operations. */
export function costsOf(units: Units): Units {
  const cost = (name: PricedUnit): number => units[name] * prices[name].perMillion;
  return {
    requests: cost('requests'),
    processor: cost('processor'),
    objectRequests: cost('objectRequests'),
    duration: cost('duration'),
    rowsRead: cost('rowsRead'),
    rowsWritten: cost('rowsWritten'),
  };
}

/** US dollars for a million operations. */
export function dollarsOf(usage: Usage): number {
  const costs = costsOf(unitsOf(usage));
  return unitNames.reduce((sum, name) => sum + costs[name], 0);
}

const SECONDS_OF_MONTH = 30 * 86_400;

/** The follows a second of the bills for a month. */
const RATES = [1, 100, 100_000] as const;

const dollars = (amount: number): string =>
  amount < 10 ? `$${amount.toFixed(2)}` : `$${Math.round(amount).toLocaleString('en')}`;

/** The monthly bill, without what the plan includes, and without the 5 dollars of the plan. */
function monthOf(usage: Usage, followsPerSecond: number): number {
  return (dollarsOf(usage) * followsPerSecond * SECONDS_OF_MONTH) / MILLION;
}

const names = Object.keys(scenarios).filter((name): name is ScenarioName => name in scenarios);

/** The tables of docs/scale.md. @param figures - the table that {@link benchBill} made */
export function billTables(figures: Table): Readonly<Record<string, Table>> {
  const usages = usagesIn(figures);
  return {
    prices: {
      about: `The prices of the platform, as its documents said on ${READ_ON}, after what the plan for $5 a month includes.`,
      head: ['unit', 'a million', 'included in a month'],
      rows: unitNames.map((name) => {
        const { unit, perMillion, included } = prices[name];
        return [unit, `$${perMillion}`, included];
      }),
    },
    bill: {
      about: `The bill for a million operations. A redirect counts as ${PROCESSOR_MS} ms of processor time, and a write keeps its object for ${COMMIT_MS} ms; both are assumed, and [deploy.md](deploy.md#what-was-not-verified-on-the-platform) has the command that measures them.`,
      ...(figures.measured !== undefined && { measured: figures.measured }),
      head: ['a million', 'requests', 'processor', 'object requests', 'duration', 'rows read', 'rows written', 'sum'],
      rows: names.map((name) => {
        const costs = costsOf(unitsOf(usages[name]));
        return [
          scenarios[name].about,
          ...unitNames.map((unit) => (costs[unit] < 0.0005 ? '0' : costs[unit].toFixed(3))),
          `**$${dollarsOf(usages[name]).toFixed(2)}**`,
        ];
      }),
    },
    months: {
      about: `The bill for a month of 30 days, without what the plan includes. Stored links add $${GB_MONTH} for each GB above 5.`,
      head: ['follows a second', ...RATES.map((rate) => figureOf(rate))],
      rows: (['once', 'several', 'hot'] as const).map((name) => [
        scenarios[name].about,
        ...RATES.map((rate) => dollars(monthOf(usages[name], rate))),
      ]),
    },
  };
}

const figureOf = (value: number): string => (value < 10 ? String(value) : figure(value));

/** What a million operations of each scenario use, as figures.json has it. */
export async function benchBill(): Promise<Table> {
  const usages = await runScenarios();
  return {
    about:
      'What the loads of `test/bench/bill/scenarios.ts` use: the numbers from which `docs/scale.md` has its bills.',
    head: [
      'load',
      'operations',
      'hot',
      'stored',
      'object requests',
      'rows read',
      'rows written',
      'writes',
      'alarms',
      'busy (ms)',
    ],
    rows: names.map((name) => {
      const { operations, hot, stored, objectRequests, rowsRead, rowsWritten, writes, alarms, busy } = usages[name];
      const numbers = [
        operations,
        hot,
        stored,
        objectRequests,
        rowsRead,
        rowsWritten,
        writes,
        alarms,
        Math.round(busy),
      ];
      return [name, ...numbers.map(String)];
    }),
  };
}

/** The usages in a table that {@link benchBill} made. */
export function usagesIn({ rows }: Table): Readonly<Record<ScenarioName, Usage>> {
  const read = (name: ScenarioName): Usage => {
    const [, ...cells] = rows.find(([load]) => load === name) ?? [];
    const [operations, hot, stored, objectRequests, rowsRead, rowsWritten, writes, alarms, busy] = cells.map(Number);
    const usage = { operations, hot, stored, objectRequests, rowsRead, rowsWritten, writes, alarms, busy };
    if (!isUsage(usage)) throw new Error(`figures.json lacks the load ${name}: run \`npm run bench -- bill\`.`);
    return usage;
  };
  return {
    created: read('created'),
    once: read('once'),
    steady: read('steady'),
    single: read('single'),
    several: read('several'),
    busy: read('busy'),
    scattered: read('scattered'),
    hot: read('hot'),
  };
}

function isUsage(numbers: Readonly<Record<keyof Usage, number | undefined>>): numbers is Usage {
  return Object.values(numbers).every((number) => number !== undefined && Number.isFinite(number));
}
