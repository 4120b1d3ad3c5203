/** Scripts that the page loads when it needs them, from the folder of its own script. */

/** How often loading has failed. Some browsers remember a failure by the address, so each attempt has another one. */
let failures = 0;

/**
 * Loads a module.
 *
 * @param name - its file name
 */
export async function loadModule<Module>(name: string): Promise<Module> {
  const first = firstScript();
  const address = new URL(name, first);
  // The query changes with each deployment.
  address.search = first.search + (failures === 0 ? '' : `&attempt=${failures}`);
  try {
    return await import(address.href);
  } catch (error) {
    failures += 1;
    throw error;
  }
}

/** The address of the script that the page or the worker began with. */
function firstScript(): URL {
  // A worker has neither a document nor the classes of elements.
  if (typeof document === 'undefined') return new URL(location.href);
  const script = document.querySelector('script[type="module"]');
  return new URL(script instanceof HTMLScriptElement ? script.src : location.href);
}
