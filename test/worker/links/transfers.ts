/** Exports and imports of a service, and records for them. */
import { expect } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { digestOf } from '../../../src/links/slug.ts';
import { type LineAnswer, type LinkService, linesOf, type Name, tokens } from './harness.ts';

export const exportOf = async (from: LinkService, owner: Name = 'root'): Promise<string> => {
  const response = await from.as(owner, 'GET', '/v1/links/export');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  return response.text();
};

export const postTo = (to: LinkService, body: string, owner: Name = 'root', type = 'application/x-ndjson') =>
  to.fetch('/v1/links/import', {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens[owner]}`, 'Content-Type': type },
    body,
  });

export const importTo = async (to: LinkService, body: string): Promise<LineAnswer[]> => {
  const response = await postTo(to, body);
  expect(response.status).toBe(200);
  return linesOf(response);
};

export const linesIn = (text: string): LinkRecord[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export const record = async (url: string, more: Partial<LinkRecord> = {}): Promise<LinkRecord> => ({
  slug: (await digestOf(url)).slice(0, 10),
  url,
  createdAt: '2026-01-31T12:00:00.000Z',
  clicks: 7,
  lastClickAt: '2026-02-28T23:59:59.999Z',
  blocked: null,
  claims: [{ owner: 'alice', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null, title: null, note: null }],
  ...more,
});

export const textOf = (...records: readonly unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
