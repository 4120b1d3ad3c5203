declare module 'punycode/punycode.es6.js' {
  /** Decodes each `xn--` label; throws `RangeError` on one that is not valid Punycode. */
  export function toUnicode(domain: string): string;
}
