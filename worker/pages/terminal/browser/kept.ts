/** What a person has chosen, and this browser keeps for the next visit. A browser may forbid that. */

/** The value that is kept; `null` = none. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param value - `null` = forget it */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // It holds for this visit.
  }
}
