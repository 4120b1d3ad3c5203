/** The types of two packages that have none, as far as the tests and benchmarks use them. */

declare module 'urijs' {
  export default class URI {
    constructor(url: string);
    normalize(): URI;
    absoluteTo(base: string): URI;
    scheme(): string;
    hostname(): string;
    path(): string;
    toString(): string;
  }
}

declare module 'whatwg-url' {
  export class URL {
    constructor(url: string, base?: string);
    static parse(url: string, base?: string): URL | null;
    readonly href: string;
    readonly protocol: string;
    readonly hostname: string;
    readonly port: string;
    readonly pathname: string;
    readonly search: string;
  }
}

declare module 'tr46' {
  export interface Parameters {
    readonly checkBidi: boolean;
    readonly checkJoiners: boolean;
  }
  export function toASCII(domain: string, parameters: Parameters): string | null;
  export function toUnicode(
    domain: string,
    parameters: Parameters,
  ): { readonly domain: string; readonly error: boolean };
}

declare module 'punycode/' {
  export function encode(label: string): string;
  export function decode(encoded: string): string;
}
