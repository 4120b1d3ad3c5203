/** Examples in comments and documents: code whose comments state its results. */

/** The fenced examples in the comments of a module. */
export function fencedExamples(code: string): readonly string[] {
  return [...code.matchAll(/@example\n *\* ```tsx?\n(.*?) \* ```/gs)].map(([, lines = '']) =>
    lines.replace(/^ *\* ?/gm, ''),
  );
}

/** Examples in the sentences of comments: a call in backticks, the word “is”, and its result in backticks. */
export function examplesInSentences(code: string): readonly string[] {
  return [...code.matchAll(/\/\*\*(?:(?!\*\/|@example).)*/gs)].flatMap(([comment]) =>
    [...comment.replace(/\n *\* ?/g, ' ').matchAll(/`([^`]*\w\([^`]*)` is `([^`]+)`/g)].flatMap(
      ([, call, result = '']) => (isValue(result) ? [`${call}; // ${result}`] : []),
    ),
  );
}

/**
 * `expression; // 'value'` becomes a comparison if the comment is a value. The comment may also be on the next line.
 */
export function checked(code: string): string {
  return code
    .replace(/;\n\/\/ /g, '; // ')
    .replace(
      /^((?:try|catch \(\w+\)) \{ |if \(.*?\) )?(.+?); (\} )?\/\/ (.+)$/gm,
      (line, before = '', expression, close = '', value) =>
        isValue(value) && !/^(?:const|let)\b/.test(line) ? `${before}is(${expression}, ${value}); ${close}` : line,
    );
}

export function isValue(text: string): boolean {
  try {
    new Function('octetsOf', `return (${text});`)(octetsOf);
    return true;
  } catch {
    return false;
  }
}

export function octetsOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
