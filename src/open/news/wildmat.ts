/** Wildmats (RFC 3977 §4). */

/** Whether a name matches: of the patterns between commas, the last that fits counts. */
export function matchesWildmat(wildmat: string, name: string): boolean {
  const last = wildmat.split(',').findLast((pattern) => matchesPattern(pattern.replace(/^!/, ''), name));
  return last !== undefined && !last.startsWith('!');
}

/** `*` is any text, and `?` any character. The time is at most that of the product of both lengths. */
function matchesPattern(pattern: string, name: string): boolean {
  let [at, star, resume] = [0, -1, 0];
  for (let index = 0; index < name.length; ) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at++;
      resume = index;
    } else if (wanted === '?' || wanted === name[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      // The star takes one more character.
      at = star + 1;
      index = ++resume;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
