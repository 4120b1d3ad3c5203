/** Examples in comments and documents: code whose comments state its results. */

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
