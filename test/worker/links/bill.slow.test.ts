/**
 * What short links cost on the platform, from the rows and requests of the real store under simulated loads, and the
 * platform's prices. docs/scale.md has the same bills.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { dollarsOf, usagesIn } from '../../bench/bill/bill.ts';
import { runScenarios, type ScenarioName, scenarios, type Usage } from '../../bench/bill/scenarios.ts';
import { readFigures } from '../../bench/run.ts';

let usages: Readonly<Record<ScenarioName, Usage>>;
beforeAll(async () => {
  usages = await runScenarios();
});

/** US dollars for a million. The time of objects is that of the last bench, because this machine may be busy. */
function billOf(name: ScenarioName): number {
  const { bill } = readFigures();
  if (bill === undefined) throw new Error('figures.json has no bill');
  const { busy, operations } = usagesIn(bill)[name];
  return dollarsOf({ ...usages[name], busy: (busy / operations) * usages[name].operations });
}

const limits: readonly (readonly [name: ScenarioName, dollars: number])[] = [
  ['once', 1.5],
  ['steady', 0.6],
  ['single', 0.6],
  ['several', 0.6],
  ['busy', 0.6],
  ['hot', 0.32],
];

describe('a million', () => {
  test.each(limits.map(([name, dollars]) => [scenarios[name].about, dollars, name] as const))(
    '%s costs $%d at most',
    (_, dollars, name) => {
      expect(billOf(name)).toBeLessThanOrEqual(dollars);
    },
  );
});

test('no click is lost, and none is counted twice', () => {
  for (const [name, { operations, stored }] of Object.entries(usages)) {
    expect([name, stored]).toEqual([name, name === 'created' ? 0 : operations]);
  }
});

test('a click on a link that was not followed before is one row, and no further request', () => {
  const { operations, objectRequests, rowsWritten, alarms } = usages.once;
  // The isolate asks once for the number of shards.
  expect([objectRequests, rowsWritten, alarms]).toEqual([operations + 1, operations, 0]);
});

test('the figures of docs/scale.md are of this version', () => {
  const { bill } = readFigures();
  if (bill === undefined) throw new Error('figures.json has no bill');
  const written = usagesIn(bill);
  for (const name of ['created', 'once', 'steady', 'hot'] as const) {
    const { rowsWritten, objectRequests } = usages[name];
    expect([name, written[name].rowsWritten, written[name].objectRequests]).toEqual([
      name,
      rowsWritten,
      objectRequests,
    ]);
  }
});
