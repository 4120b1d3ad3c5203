/** The types of two packages that have none, as far as the tests and benchmarks use them. */

declare module 'urijs' {
  export default class URI {
    constructor(url: string);
    normalize(): URI;
    absoluteTo(base: string): URI;
    scheme(): string;
    toString(): string;
  }
}

declare module 'whatwg-url' {
  export class URL {
    constructor(url: string, base?: string);
    readonly href: string;
    readonly protocol: string;
    readonly pathname: string;
    readonly search: string;
  }
}
