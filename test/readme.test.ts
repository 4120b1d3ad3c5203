/** README says what the code says: every setting and every scheme has its row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { settings } from '../worker/env.ts';
import { readReadme, withTables } from './readme-tables.ts';

const readme = readReadme();

const source = readFileSync(join(import.meta.dirname, '../worker/env.ts'), 'utf8');

/** The sentence above a key in the source. */
function sentenceOf(key: string): string {
  const [, comment = ''] = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\n  ${key}: `).exec(source) ?? [];
  return comment.replace(/\s*\n\s*\* /g, ' ').trim();
}

/** A row of README's table of settings. */
function settingRow(key: string, schema: v.GenericSchema): string {
  const inner = 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema;
  const { kind } = v.getMetadata(inner) as { readonly kind: string };
  return `| \`${key}\` | ${kind} | ${sentenceOf(key)} |`;
}

describe('the table of settings', () => {
  test.each(Object.entries(settings))('has a row for %s', (key, schema) => {
    expect(sentenceOf(key)).not.toBe('');
    expect(readme).toContain(settingRow(key, schema));
  });
});

test('the parts that are made from the code are up to date; `npm run readme` makes them anew', () => {
  expect(readme).toBe(withTables(readme));
});
