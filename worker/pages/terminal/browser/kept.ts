/** What a person has switched on, and this browser keeps for the next visit. A browser may forbid that. */

export function isKept(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

export function keep(name: string, wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(name, 'on');
    else localStorage.removeItem(name);
  } catch {
    // It holds for this visit.
  }
}
