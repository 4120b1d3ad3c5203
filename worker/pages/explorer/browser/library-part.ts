/**
 * Parts of the library that few URLs need. The browser loads each as a file of its own when a URL needs it, and what
 * the library was asked then is asked again.
 */
import { loadModule } from './on-demand.ts';

/** Thrown by the library if a URL needs a part that nobody has loaded. */
export class NotLoaded extends Error {
  readonly part: LibraryPart;

  constructor(part: LibraryPart) {
    super(part.name);
    this.part = part;
  }
}

/** A part whose file is in the folder of the script. */
export class LibraryPart<Module = unknown> {
  /** What is loaded, for people. */
  readonly name: string;
  readonly #file: string;
  #state: 'absent' | 'failed' | { readonly module: Module } = 'absent';

  constructor(file: string, name: string) {
    this.#file = file;
    this.name = name;
    parts.push(this);
  }

  /**
   * The part; `null` if it could not be loaded.
   *
   * @throws NotLoaded if nobody has loaded it
   */
  get module(): Module | null {
    if (this.#state === 'absent') throw new NotLoaded(this);
    return this.#state === 'failed' ? null : this.#state.module;
  }

  /** Loads the part. Afterwards nothing throws {@link NotLoaded} because of it, even if that failed. */
  async load(): Promise<void> {
    try {
      this.#state = { module: await loadModule<Module>(this.#file) };
    } catch {
      this.#state = 'failed';
    }
  }

  /** If loading has failed, the next URL that needs the part has it loaded again. */
  retry(): void {
    if (this.#state === 'failed') this.#state = 'absent';
  }
}

const parts: LibraryPart[] = [];

/** Lets the next URL load what could not be loaded before. */
export function retryParts(): void {
  for (const part of parts) part.retry();
}
