/**
 * Host, port, details and request of URLs whose meaning is known before the URL is made: the library reads out
 * of every spelling what the generator put into it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain, type Resolution } from '../../src/index.ts';
import { models, runs } from './generators.ts';

/** The lines of a request that the URL itself determines, as Latin-1 text. */
function _linesOf(resolution: Resolution): readonly string[] {
  const { kind, request } = resolution;
  if (request === null) return [];
  if (kind === 'gopher') return [atob(resolution.request.octets)];
  return [];
}

describe.each(Object.entries(models))('%s', (_, model) => {
  it('reads what was written, in either spelling', () => {
    fc.assert(
      fc.property(model, ({ scheme, a, b, host, port, details }) => {
        for (const url of [a, b]) {
          const resolution = explain(url);
          expect(resolution.scheme).toBe(scheme);
          expect(resolution.details).toMatchObject(details);
          if (host === null) continue;
          expect(resolution.components.host).toBe(host);
          expect(resolution.components.port).toBe(port);
        }
      }),
      runs(0.5),
    );
  });
});
