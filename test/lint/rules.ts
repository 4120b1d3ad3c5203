/** The rules of `npm run lint` that Biome does not have. Each returns what it finds: where, and what to write instead. */
import { basename } from 'node:path';
import { parseAst } from 'vitest/node';
import { type Found, identifiersOf, textsOf } from './syntax.ts';
import { PHRASES, WORDS } from './words.ts';

/** Something to change. */
export interface Problem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** As the formatter's `lineWidth`, which does not reach comments. */
const COLUMNS = 120;

const instead = new Map(WORDS.flatMap(([words, advice]) => words.split(' ').map((word) => [word, advice] as const)));

/** TypeScript's own utility type. */
const BUILT_IN = 'Pick';

/** The words of an identifier or of a file name: `crumbsOf` is `crumbs` and `of`. */
function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function problemsOfName(name: string, line: number): Problem[] {
  if (name === BUILT_IN) return [];
  return wordsIn(name).flatMap((word) => {
    const advice = instead.get(word);
    return advice === undefined ? [] : [{ line, message: `${name}: not “${word}” but: ${advice}` }];
  });
}

/** The syntax of a module. */
export function syntaxOf(file: string, code: string): ReturnType<typeof parseAst> {
  return parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
}

/** The line of a character. */
export function lineOf(code: string, start: number): number {
  return code.slice(0, start).split('\n').length;
}

/** Identifiers, and the name of the file, that have words of this project's own making. */
export function wordProblems(file: string, code: string): Problem[] {
  const seen = new Set<string>();
  const fresh = ({ text }: Found) => !seen.has(text) && seen.add(text);
  return [
    ...problemsOfName(basename(file), 1),
    ...identifiersOf(syntaxOf(file, code))
      .filter(fresh)
      .flatMap(({ text, start }) => problemsOfName(text, lineOf(code, start))),
  ];
}

/** Phrases in a sentence that sound translated. */
export function phrasesIn(text: string, line: number): Problem[] {
  return PHRASES.flatMap(({ pattern, instead: advice }) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [{ line, message: `not “${found}” but: ${advice}. In: ${text.slice(0, 80)}` }];
  });
}

/** Phrases in the texts of a module. */
export function phraseProblems(file: string, code: string): Problem[] {
  return textsOf(syntaxOf(file, code)).flatMap(({ text, start }) => phrasesIn(text, lineOf(code, start)));
}

/** Phrases in a document; code in it is not prose. */
export function documentProblems(markdown: string): Problem[] {
  const prose = markdown.replace(/^```.*?^```/gms, (code) => code.replace(/[^\n]/g, ''));
  let line = 1;
  return prose.split(/(?<=[.:|])(?=\s)/).flatMap((sentence) => {
    const problems = phrasesIn(
      sentence.replace(/\s+/g, ' '),
      line + (/^\s*/.exec(sentence)?.[0].match(/\n/g) ?? []).length,
    );
    line += sentence.split('\n').length - 1;
    return problems;
  });
}

/** Lines of comments that are too long. One word, such as an address, may be, and so may examples and templates. */
export function widthProblems(code: string): Problem[] {
  const prose = code.replace(/^ *\* ```.*?^ *\* ```$/gms, (example) => example.replace(/[^\n]/g, ''));
  return prose.split('\n').flatMap((text, index) => {
    const isLong = text.length > COLUMNS && !text.includes('${') && /^\s*(?:\/\/|\/?\*)\s*\S+\s+\S/.test(text);
    return isLong ? [{ line: index + 1, message: `a comment of ${text.length} columns; wrap it at ${COLUMNS}` }] : [];
  });
}

/** Sentences about a server, by the files that write them. */
export function repeatedSentences(
  modules: ReadonlyMap<string, string>,
): readonly (readonly [string, readonly string[]])[] {
  const places = new Map<string, string[]>();
  for (const [file, code] of modules) {
    for (const text of new Set(textsOf(syntaxOf(file, code)).map((found) => found.text))) {
      if (/^The (?:client|link|name of the server|request|server) [^.]*\.$/.test(text))
        places.set(text, [...(places.get(text) ?? []), file]);
    }
  }
  return [...places].filter(([, files]) => files.length > 1);
}
