/**
 * Lets xterm.js style its screen under a policy without `unsafe-inline`. It makes three style elements, and has no
 * option for a nonce. It sets style attributes for colours outside the palette, which a policy forbids, but the same
 * declarations set through the CSSOM are allowed (CSP 3 §6.1.3).
 */

/**
 * From now on, style elements that a script creates have a nonce, and style attributes are set through the CSSOM.
 *
 * @param nonce - that of the policy, in base64
 */
export function allowInlineStyles(nonce: string): void {
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  HTMLElement.prototype.setAttribute = function (name: string, value: string): void {
    if (name === 'style') this.style.cssText = value;
    else Element.prototype.setAttribute.call(this, name, value);
  };
}
