/**
 * Host, port, details and request of URLs whose meaning is chosen before the URL is made. The library must read that
 * meaning from every spelling.
 */

import { describe, expect, it } from 'vitest';
import { explain, type Resolution } from '../../src/index.ts';
import fc, { runs } from '../fast-check.ts';
import { models } from './generators.ts';

/** The lines of a request that depend on the path of the URL, as Latin-1 text; `null` if the scheme sends none. */
function pathLines(resolution: Resolution): readonly string[] | null {
  switch (resolution.kind) {
    case 'gopher':
      return resolution.request && [atob(resolution.request.octets)];
    case 'ftp':
      return (resolution.request?.commands ?? [])
        .map(({ octets }) => atob(octets).replace(/\r\n$/, ''))
        .filter((line) => /^(?:CWD|RETR|NLST)/.test(line));
    case 'news':
      return resolution.request?.commands.filter((line) => line !== 'MODE READER') ?? null;
    default:
      return null;
  }
}

describe.each(Object.entries(models))('%s', (_, model) => {
  it('has the chosen meaning in either spelling', () => {
    fc.assert(
      fc.property(model, ({ scheme, a, b, host, port, details, lines }) => {
        for (const url of [a, b]) {
          const resolution = explain(url);
          expect(resolution.scheme).toBe(scheme);
          expect(resolution.details).toMatchObject(details);
          if (lines !== null) expect(pathLines(resolution)).toEqual(lines);
          if (host === null) continue;
          expect(resolution.components.host).toBe(host);
          expect(resolution.components.port).toBe(port);
        }
      }),
      runs(0.5),
    );
  });
});
