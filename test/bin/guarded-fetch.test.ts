/** `guardedFetch` in Node. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guardedFetch } from '../../bin/webhooks-node.ts';
import { authorityPath } from '../servers/certificates.ts';
import { testGuardedFetch } from '../src/guarded-fetch/conformance.ts';

const authorities = [readFileSync(authorityPath, 'utf8')];

testGuardedFetch({
  codings: 'gzip, deflate, br',
  fetch: (url, init, options, resolve) => {
    const lookUp = async (name: string) =>
      (await resolve(name)).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const all = { ...options, authorities, resolve: lookUp };
    return init instanceof Request ? guardedFetch(init, {}, all) : guardedFetch(url, init, all);
  },
});

test('errors that are the caller’s are those of fetch, without the password', async () => {
  await expect(guardedFetch('no URL')).rejects.toThrow(TypeError);
  const error = await guardedFetch('https://user:secret@hooks.example.com/').catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'EGRESS_DENIED', rule: 'no-credentials' });
  expect(String(error)).not.toContain('secret');
});
