/** Files that lie beside the script of the page. */

/** The address of such a file. It has the query of the script, which changes with each deployment. */
export const besideScript = (name: string): string =>
  new URL(name + new URL(import.meta.url).search, import.meta.url).href;
