/** At most 100 diagnostics of one URL are listed, with a count of the rest; no code is ever lost. */
import { describe, expect, it } from 'vitest';
import { type Diagnostic, explain } from '../../src/index.ts';
import { DiagnosticList, MAX_DIAGNOSTICS } from '../../src/uri/diagnostic.ts';

const codes = (diagnostics: readonly Diagnostic[]): ReadonlySet<string> => new Set(diagnostics.map(({ code }) => code));

function listOf(text: string): DiagnosticList<string> {
  const list = new DiagnosticList<string>((item) => item);
  for (const code of text) list.add(code);
  return list;
}

describe('a list', () => {
  it('has everything up to 100 items', () => {
    expect(listOf('ab'.repeat(50))).toMatchObject({ items: [...'ab'.repeat(50)], omitted: 0 });
  });

  it('counts what comes after them', () => {
    expect(listOf(`${'ab'.repeat(50)}aab`)).toMatchObject({ items: [...'ab'.repeat(50)], omitted: 3 });
  });

  it('lists the first item of a new code instead of the last one that is repeated', () => {
    const { items, omitted } = listOf(`${'a'.repeat(98)}bcdaed`);
    expect(items.join('')).toBe(`${'a'.repeat(96)}bcde`);
    expect(omitted).toBe(4);
  });

  it('never exceeds 100 items, even of 101 codes', () => {
    const all = Array.from({ length: 101 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
    expect(listOf(all)).toMatchObject({ items: [...all.slice(0, 100)], omitted: 1 });
  });

  it('admits only what it lists, and counts the rest', () => {
    const list = listOf('a'.repeat(98));
    const admitted = [...'baac'].filter((code) => {
      const isAdmitted = list.admits(code);
      if (isAdmitted) list.items.push(code);
      return isAdmitted;
    });
    expect([admitted.join(''), list.items.length, list.omitted]).toEqual(['bac', 100, 2]);
    expect(list.items.slice(-3).join('')).toBe('abc');
  });
});

describe('explain', () => {
  it.each([
    ['100 dropped tabs', `http://h/${'\ta'.repeat(100)}`, 100, 0],
    ['32,000 dropped tabs', `http://h/${'\ta'.repeat(32_000)}`, 100, 31_900],
    ['8,000 stray percent signs', `http://h/${'%/'.repeat(8000)}`, 100, 7900],
    ['runs of neighbours count once', `http://h/${'  a'.repeat(150)}`, 100, 50],
    ['line breaks inside a wrapper, and the wrapper', `<http://h/${'\na'.repeat(150)}>`, 100, 52],
  ])('%s', (_, url, listed, omitted) => {
    const { diagnostics, omittedDiagnostics = 0 } = explain(url, { complete: true });
    expect([diagnostics.length, omittedDiagnostics]).toEqual([listed, omitted]);
    expect(listed).toBeLessThanOrEqual(MAX_DIAGNOSTICS);
  });

  it('lists every code, in the order of the input, however often others occur before it', () => {
    const flood = '\ta'.repeat(500);
    const url = `HTTP://u:p@0x7f.1:80/${flood}/%zz/%41/%2e/é?%c3`;
    const { diagnostics, omittedDiagnostics = 0 } = explain(url);
    expect(codes(diagnostics)).toEqual(
      new Set([
        ...['tab-or-newline', 'scheme-case', 'credentials-in-url', 'host-ipv4-obfuscated', 'port-default'],
        ...['percent-malformed', 'percent-unreserved', 'percent-encoded', 'dot-segments', 'percent-case'],
      ]),
    );
    // What is told of one URL is limited in octets, too; those that do not fit are counted.
    const complete = explain(url, { complete: true });
    expect(complete.diagnostics).toHaveLength(MAX_DIAGNOSTICS);
    expect(diagnostics.length + omittedDiagnostics).toBe(MAX_DIAGNOSTICS + (complete.omittedDiagnostics ?? 0));
  });

  it('lists the warning of an unsafe scheme after a hundred warnings of the text around it', () => {
    const { diagnostics } = explain(`<javascript:${'a\ud800'.repeat(300)}>`);
    expect(codes(diagnostics)).toContain('unsafe-scheme');
  });
});
