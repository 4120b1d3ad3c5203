/** International host names in the library: with the tables, without them, and within limits. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import { wireOctetsOf } from '../../../src/definition-of.ts';
import { canonicalize, createWaypost, explain, explainOf, idna, UrlError } from '../../../src/index.ts';
import { http } from '../../../src/schemes/http/definition.ts';
import { mailto } from '../../../src/schemes/mailto/definition.ts';
import { expectLinear } from '../growth.ts';
import { rows } from './names.ts';

describe('a host', () => {
  it.each([
    ['http://STRAẞE.de/', 'http://xn--strae-oqa.de/'],
    ['http://b%C3%BCcher.example/', 'http://xn--bcher-kva.example/'],
    ['http://０ｘ７ｆ.1/', 'http://127.0.0.1/'],
    ['http://ü"{}`.example/', 'http://xn--%22%7B%7D%60-zra.example/'],
    ['http://<\u0338.example/', 'http://xn--gdh.example/'],
    ['http://a%3E%CC%B8b/', 'http://xn--ab-wjv/'],
    ['https://XN--Board-ngr.palungjit.org/members/', 'https://xn--board-ngr.palungjit.org/members/'],
    ['https://xn--8i7caa.famitei.net/sekou/all', 'https://xn--8i7caa.famitei.net/sekou/all'],
    ['gopher://xn--a.example/', 'gopher://xn--a.example/'],
    ['file://xn--a/b', 'file://xn--a/b'],
    ['ftp://%78n--a/b', 'ftp://xn--a/b'],
    ['mailto:me@XN--a%2Eexample', 'mailto:me@xn--a.example'],
    ['mailto:me@BÜCHER.example', 'mailto:me@xn--bcher-kva.example'],
  ])('%s is %s', (url, canonical) => {
    expect(canonicalize(url)).toBe(canonical);
    expect(canonicalize(canonical)).toBe(canonical);
  });

  it.each([
    ['http://xn--a.ü/', 'host-idna'],
    ['http://ｘn--a/', 'host-idna'],
    ['http://\u00ad/', 'host-idna'],
    ['http://ex\u2100.com/', 'host-forbidden-character'],
    ['http://evil.example\uff0fgood.example/', 'host-forbidden-character'],
    ['http://user\uff20evil.example/', 'host-forbidden-character'],
    ['http://h.example\uff1a80/', 'host-forbidden-character'],
    ['http://a<b/', 'host-forbidden-character'],
    ['http://<ü/', 'host-forbidden-character'],
    ['http://xn--<-dha.example/', 'host-forbidden-character'],
  ])('%s is the error %s', (url, code) => {
    expect(() => canonicalize(url)).toThrow(expect.objectContaining({ code }));
  });

  it('has the labels of the rows', () => {
    for (const [name, ascii] of rows) {
      if (ascii === null || /[^a-z0-9.-]/.test(ascii) || !name.isWellFormed()) continue;
      const url = `http://${encodeURIComponent(name)}/`;
      expect(canonicalize(url), name).toBe(`http://${ascii}/`);
      expect(explain(url).components.hostUnicode, name).toBe(idna.toUnicode(name));
    }
  });

  it('of an unknown scheme is shown as it is if it is not a valid domain', () => {
    expect(explain('x://xn--bcher-kva/').components.hostUnicode).toBe('bücher');
    expect(explain('x://xn--a/').components.hostUnicode).toBe('xn--a');
  });

  it.each([
    ['xn--a.xn--bcher-kva.example', 'xn--a.bücher.example', 'one label is valid'],
    ['xn--board-ngr.palungjit.org', 'xn--board-ngr.palungjit.org', 'no label is valid'],
    ['xn--4db.xn--a', '\u05d0.xn--a', 'a right-to-left label before one in ASCII'],
    ['xn--4db.1a', 'xn--4db.1a', 'labels that would not be read in their order'],
    ['xn--xn---epa', 'xn--xn---epa', 'a label that begins with xn-- when it is decoded'],
  ])('in ASCII, %s, is shown as %s: %s', (host, unicode) => {
    expect(explain(`http://${host}/`).components).toMatchObject({ host, hostUnicode: unicode });
  });

  it('is shown with its characters, not with the escapes of its A-label', () => {
    expect(explain('http://ü`/').components).toMatchObject({ host: 'xn--%60-dha', hostUnicode: 'ü`' });
  });
});

describe('the wire octets of a go URL name a host that', () => {
  const hostField = (url: string): string | undefined => {
    const [octets = new Uint8Array()] = wireOctetsOf(explain(url));
    return /\r\nHost: (.*)\r\n/.exec(new TextDecoder().decode(octets))?.[1];
  };
  it.each([
    ['is newer than the Unicode of the platform', 'go://\u{11383}?x', 'xn--sq1d:1096'],
    ['is an address', 'go://[::1]:8080?x', '[::1]:8080'],
    ['has the port of http', 'go://h.example:80?x', 'h.example'],
  ])('%s', (_, url, field) => {
    expect(hostField(url)).toBe(field);
  });
});

test('nothing in the library asks the platform about hosts', () => {
  const folder = join(import.meta.dirname, '../../../src');
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/^(?:idna\/pack|guarded-fetch)\//.test(file));
  const asking = files.filter((file) =>
    /new URL\(|URL\.(?:parse|canParse)\(/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(asking).toEqual([]);
});

describe('deviation characters are a warning', () => {
  const hasWarning = (url: string): boolean =>
    explain(url).diagnostics.some(({ code }) => code === 'host-idna-deviation');
  it.each(['fuß', 'FUẞ', 'βόλος', 'fu%C3%9F', '\u0915\u094d\u200d\u0937', '\u0628\u200c\u0628'])('%s', (name) => {
    expect(hasWarning(`http://${name}.example/`)).toBe(true);
  });
  it.each(['fuss', 'büro', 'ΒΌΛΟΣ', 'xn--fu-hia'])('not in %s', (name) => {
    expect(hasWarning(`http://${name}.example/`)).toBe(false);
  });
});

describe('a library without the tables', () => {
  const bare = createWaypost([http, mailto]);
  const explainBare = explainOf(bare);
  it.each([
    ['http://bücher.example/', 7],
    ['mailto:me@bücher.example', 7],
  ])('refuses %s', (url, index) => {
    const error = { name: 'UrlError', code: 'host-idna-unavailable', index };
    for (const attempt of [bare.canonicalize, explainBare, bare.parse]) {
      expect(() => attempt(url)).toThrow(expect.objectContaining(error));
    }
  });
  it.each([
    ['http://H.example/ü', 'http://h.example/%C3%BC'],
    ['http://a--b.example/', 'http://a--b.example/'],
    ['x://xn--a/', 'x://xn--a/'],
    ['http://xn--bcher-kva.example/', 'http://xn--bcher-kva.example/'],
    ['HTTP://www.XN--A%2Eexample/', 'http://www.xn--a.example/'],
    ['mailto:me@b%2eXN--A', 'mailto:me@b.xn--a'],
    ['mailto:me@H.example', 'mailto:me@h.example'],
  ])('reads %s', (url, canonical) => {
    expect(bare.canonicalize(url)).toBe(canonical);
  });
  it.each(['x', 'http'])('shows A-labels of %s as they are, without a warning', (scheme) => {
    const { components, diagnostics } = explainBare(`${scheme}://xn--bcher-kva.xn--a/`);
    expect(components.hostUnicode).toBe('xn--bcher-kva.xn--a');
    expect(diagnostics.filter(({ severity }) => severity === 'warning' && scheme === 'http')).toEqual([]);
  });
});

describe('hosts of ASCII characters', () => {
  it('do not need the tables', () => {
    const spies = [vi.spyOn(idna, 'toAscii'), vi.spyOn(idna, 'toUnicode')];
    for (const host of ['h.example', 'H.EXAMPLE', 'a--b', 'a_b', '127.1', '[::1]', 'h%2eexample', 'axn--b.example']) {
      canonicalize(`http://${host}/`);
      explain(`http://${host}/`);
    }
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });
});

describe('length', () => {
  test('4,096 characters are mapped; one more is an error', () => {
    for (const character of ['ü', '\u{1f600}', '\u{20000}']) {
      expect(() => canonicalize(`http://${character.repeat(4096)}/`)).not.toThrow();
      const error = expect.objectContaining({ code: 'host-too-long' });
      expect(() => canonicalize(`http://${character.repeat(4097)}/`)).toThrow(error);
    }
    expect(() => canonicalize(`http://${'a'.repeat(4096)}ü/`)).toThrow(UrlError);
  });

  test('a host of ASCII characters may be longer', () => {
    const url = `http://${'xn--tda.'.repeat(4000)}example/`;
    expect(canonicalize(url)).toBe(url);
  });

  it.each([
    ['U-labels', (length: number) => 'é.'.repeat(length / 2)],
    ['a U-label', (length: number) => 'é'.repeat(length)],
    ['marks', (length: number) => `a${'\u0323\u0307'.repeat(length / 2)}`],
    ['letters with joiners', (length: number) => '\u0628\u200c'.repeat(length / 2)],
    ['characters that are mapped to many', (length: number) => '\u3349'.repeat(length)],
    ['A-labels', (length: number) => 'xn--tda.'.repeat(length / 2)],
    ['a long A-label', (length: number) => `xn--${'td9'.repeat(length)}`],
    ['full-width dots', (length: number) => '．'.repeat(length)],
    ['right-to-left labels', (length: number) => '\u05d0.'.repeat(length / 2)],
  ])('time grows no faster than the length of a host: %s', (_, make) => {
    expectLinear(4096, (length) => {
      const url = `http://${make(length)}/`;
      return () => {
        try {
          canonicalize(url);
        } catch (error) {
          if (!(error instanceof UrlError)) throw error;
        }
      };
    });
  });
});
