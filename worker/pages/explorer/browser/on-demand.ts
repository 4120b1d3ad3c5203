/**
 * What few visitors of the explorer need. The browser loads each part as a file of its own when a URL needs it, and
 * what the library was asked then is asked again.
 */
import type { Idna, IdnaToAscii } from '../../../../src/index.ts';
import type * as Prospero from '../../../../src/schemes/prospero/request.ts';
import type * as Wais from '../../../../src/schemes/wais/request.ts';
import type * as Names from '../international-names.ts';

/** Thrown by the library if a URL needs a part that nobody has loaded. */
export class NotLoaded extends Error {
  readonly part: LibraryPart;

  constructor(part: LibraryPart) {
    super(part.name);
    this.part = part;
  }
}

const parts: LibraryPart[] = [];

/** A part whose file is in the folder of the script. */
export class LibraryPart<Module = unknown> {
  /** What is loaded, for people. */
  readonly name: string;
  readonly #file: string;
  /** `null` if loading has failed, `undefined` if nobody has tried. */
  #module: Module | null | undefined;

  constructor(file: string, name: string) {
    this.#file = file;
    this.name = name;
    parts.push(this);
  }

  /** The part; `null` if it could not be loaded. @throws NotLoaded if nobody has tried */
  get module(): Module | null {
    if (this.#module === undefined) throw new NotLoaded(this);
    return this.#module;
  }

  /** Loads the part. Afterwards nothing throws {@link NotLoaded} because of it, even if that failed. */
  async load(): Promise<Module | null> {
    this.#module ??= await loadModule<Module>(this.#file);
    return this.#module;
  }

  /** If loading has failed, the next URL that needs the part has it loaded again. */
  retry(): void {
    this.#module ??= undefined;
  }
}

/** Lets the next URL load what could not be loaded before. */
export function retryParts(): void {
  for (const part of parts) part.retry();
}

/** How often loading has failed. Some browsers remember a failure by the address, so each attempt has another one. */
let failures = 0;

/** Loads a file from the folder of the script that the page or the worker began with; `null` if that fails. */
async function loadModule<Module>(file: string): Promise<Module | null> {
  // A worker has no document.
  const script = globalThis.document?.querySelector<HTMLScriptElement>('script[type="module"]');
  const first = new URL(script?.src ?? location.href);
  const address = new URL(file, first);
  // The query changes with each deployment.
  address.search = first.search + (failures === 0 ? '' : `&attempt=${failures}`);
  try {
    return await import(address.href);
  } catch {
    failures += 1;
    return null;
  }
}

const names = new LibraryPart<typeof Names>('idna.js', 'the tables of international host names');
const wais = new LibraryPart<typeof Wais>('wais.js', 'the WAIS messages');
const prospero = new LibraryPart<typeof Prospero>('prospero.js', 'the Prospero messages');

export const idna: Idna = {
  get available() {
    return names.module !== null;
  },
  toAscii: (domain) => names.module?.idna.toAscii(domain) ?? null,
  toUnicode: (domain) => names.module?.idna.toUnicode(domain) ?? null,
};

export const idnaToAscii: IdnaToAscii = idna;

export const foreignLettersIn: typeof Names.foreignLettersIn = (host) => names.module?.foreignLettersIn(host) ?? [];

export const waisRequest: typeof Wais.waisRequest = (parts, details, extent) =>
  wais.module?.waisRequest(parts, details, extent) ?? null;
export const waisPathFault: typeof Wais.waisPathFault = (path) => wais.module?.waisPathFault(path) ?? null;
export const waisWordsFault: typeof Wais.waisWordsFault = (query) => wais.module?.waisWordsFault(query) ?? null;

export const waisWireOctets: typeof Wais.waisWireOctets = (resolution) => wais.module?.waisWireOctets(resolution) ?? [];

export const prosperoRequest: typeof Prospero.prosperoRequest = (parts, details) =>
  prospero.module?.prosperoRequest(parts, details) ?? null;
export const prosperoFault: typeof Prospero.prosperoFault = (path, version) =>
  prospero.module?.prosperoFault(path, version) ?? null;

export const prosperoWireOctets: typeof Prospero.prosperoWireOctets = (resolution) =>
  prospero.module?.prosperoWireOctets(resolution) ?? [];
