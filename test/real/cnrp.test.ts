/**
 * Documents of CNRP under the DTD of the project, by the validator of libxml2: the answers of the test server, and the
 * queries of the library.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explain } from '../../src/index.ts';
import { names } from '../servers/cnrp/names.ts';
import { type CnrpQuery, parseQuery } from '../servers/cnrp/query.ts';
import { answerTo } from '../servers/cnrp.ts';

const DTD = join(import.meta.dirname, '../servers/cnrp/cnrp-1.0.dtd');
const installed = spawnSync('xmllint', ['--version']).error === undefined;

/**
 * What xmllint says against a document; empty if it is valid. Its own DTD is that of the IETF, which is not fetched.
 */
function faultsOf(document: string): string {
  const { stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--dtdvalid', DTD, '-'], {
    input: document.replace(/<!DOCTYPE[^>]*>/, ''),
    encoding: 'utf8',
  });
  return stderr;
}

const name = (commonName: string, ...properties: readonly (readonly [name: string, value: string])[]): CnrpQuery => ({
  kind: 'name',
  commonName,
  properties: properties.map(([property, value]) => ({ name: property, type: 'freeform', value })),
});

describe.skipIf(!installed)('xmllint', () => {
  test.each([
    ['every name', name('')],
    ['a name with properties', name('fidonet', ['language', 'fr'], ['range', '1-1'])],
    ['properties that are ignored', name('fidonet', ['x-size', '3'], ['x-colour', 'red'])],
    ['no match', name('nothing-like-this')],
    ['a transient failure', name('busy')],
    ['a permanent failure', name('broken')],
    ['a referral', name('elsewhere')],
    ['an id', { kind: 'id', id: '00133' }],
    ['an unknown id', { kind: 'id', id: 'x' }],
    ['the service', { kind: 'service' }],
    ['what is no query', null],
  ] as const)('the answer to %s is valid', (_, query) => {
    const uri = 'http://localhost:1096/';
    expect(faultsOf(answerTo(query, uri, 'http://other.example:1096/', names({})))).toBe('');
  });

  test.each([
    'go://h.example',
    'go://h.example?id=5432345',
    'go:Mercedes%20Benz',
    'go://h.example?Mercedes%20Benz;geography=US-ga;language=fr;x-size=mine,%3C3%26%22',
    'go:D%C3%BCrst',
    'go:',
  ])('the query of %s is valid, and the test server reads it', (url) => {
    const resolution = explain(url);
    const body = resolution.kind === 'go' ? (resolution.request?.body ?? '') : '';
    expect(faultsOf(body)).toBe('');
    expect(parseQuery(body)).not.toBeNull();
  });

  test('the validator sees a fault', () => {
    expect(faultsOf('<cnrp><results><referral/></results></cnrp>')).toContain('does not follow the DTD');
  });
});
