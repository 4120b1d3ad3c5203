declare module 'punycode/punycode.es6.js' {
  /** Decodes each `xn--` label; throws `RangeError` on one that is no Punycode. */
  export function toUnicode(domain: string): string;
}
