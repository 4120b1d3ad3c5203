/** The errors for a request that cannot be answered: its own faults, or a wrong setting. */
import type { Specification } from '../../src/uri/diagnostic.ts';
import type { ProblemName } from './table.ts';

/** One fault of a request. */
export interface Fault {
  /** For a fault in a URL, the code of the diagnostic. */
  readonly code: string;
  /** The parameter, or the member of a JSON object, that is wrong; `null` for the request as a whole. */
  readonly parameter: string | null;
  /** The position in the parameter: `[start, end)` in UTF-16 code units; `null` if it has none. */
  readonly at: readonly [start: number, end: number] | null;
  readonly message: string;
  /** The clause of the specification; `null` if there is none. */
  readonly spec: Specification | null;
}

/** A request that cannot be answered, with the reasons. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError';
  readonly problem: ProblemName;
  readonly faults: readonly Fault[];
  /** Headers that the status needs, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL that cannot be read, if that is the fault. */
  readonly input: string | null;

  constructor(
    problem: ProblemName,
    faults: readonly Fault[],
    headers: Readonly<Record<string, string>> = {},
    input: string | null = null,
  ) {
    super(problem);
    this.problem = problem;
    this.faults = faults;
    this.headers = headers;
    this.input = input;
  }
}

/** A fault of the request as a whole. */
export function fault(code: string, message: string): Fault {
  return { code, parameter: null, at: null, message, spec: null };
}

/** A fault of the URL in a parameter. */
export function urlFault({ code, at, message, spec }: Omit<Fault, 'parameter'>, parameter: string): Fault {
  return { code, parameter, at, message, spec };
}

/**
 * The error for a missing or wrong setting, which the operator must correct. The message names keys and never values,
 * so that it may be logged.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
