/**
 * Host, port, details and request of URLs whose meaning is chosen before the URL is made. The library must read that
 * meaning from every spelling.
 */

import { describe, expect, it } from 'vitest';
import { wireOctetsOf } from '../../src/definition-of.ts';
import { explain, type Resolution } from '../../src/index.ts';
import fc, { runs } from '../fast-check.ts';
import { models } from './generators.ts';

/**
 * The lines of a request with their line ends, as Latin-1 text. FTP and news have only those that depend on the path of
 * the URL.
 */
function requestLines(resolution: Resolution): readonly string[] {
  const lines = wireOctetsOf(resolution).map((octets) => Buffer.from(octets).toString('latin1'));
  switch (resolution.kind) {
    case 'ftp':
      return lines.filter((line) => /^(?:CWD|RETR|NLST)/.test(line));
    case 'news':
      return lines.filter((line) => line !== 'MODE READER\r\n');
    default:
      return lines;
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
          if (lines !== null) expect(requestLines(resolution)).toEqual(lines);
          if (host === null) continue;
          expect(resolution.components.host).toBe(host);
          expect(resolution.components.port).toBe(port);
        }
      }),
      runs(0.5),
    );
  });
});
