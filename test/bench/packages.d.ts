/** The two candidates that come without types, as far as they are measured. */

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
  }
}
