/** Mutants that no test can notice, because the module behaves the same with them. Each has its reason. */

/** A mutant by its module, what stood there and what it becomes, with blanks joined and cut after 160 characters. */
export interface Equivalent {
  readonly path: string;
  readonly was: string;
  readonly is: string;
  readonly because: string;
}

export const EQUIVALENT: readonly Equivalent[] = [];
