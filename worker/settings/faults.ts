/** What is wrong with variables and secrets, for an operator who starts or deploys the service. */
import * as v from 'valibot';
import { requirementOf } from './setting.ts';
import { settingsTable } from './settings-table.ts';

/**
 * The faults of the settings among these values, each with the right form and what the setting is for. It quotes no
 * value, which may be a secret.
 */
export function faultsIn(values: Readonly<Record<string, unknown>>): readonly string[] {
  return [...settingsTable].flatMap(([key, row]) => {
    const value = values[key];
    if (value === undefined || row.kind === 'binding') return [];
    const { success, issues } = v.safeParse(row.schema, value);
    if (success) return [];
    return issues.map(
      (issue) => `${key} is wrong: ${requirementSentence(requirementOf(row, issue))}\n  ${row.description}`,
    );
  });
}

/** `must be …` is about the setting as a whole, and `entry 2 must be …` about a part of it. */
function requirementSentence(requirement: string): string {
  return `${requirement.startsWith('must ') ? 'it ' : ''}${requirement}.`;
}
