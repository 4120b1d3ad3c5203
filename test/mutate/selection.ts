/** The line that selects a mutant in a bundle. */

/**
 * A line of JavaScript.
 *
 * @param records - whether the bundle writes to its log which mutants it reaches
 */
export function selection(mutant: number, records: boolean): string {
  const recorder =
    '{const seen=new Set();globalThis.__reached=(id)=>{if(!seen.has(id)){seen.add(id);console.error("MUTANT "+id)}}}';
  return `globalThis.__active=${mutant};${records ? recorder : ''}\n`;
}
