/**
 * Stands where TypeScript would read its declarations of the DOM, which Preact's own types ask for: see `paths` in
 * tsconfig.json. The Worker has no document, and the DOM's declarations would hide those of the Workers runtime, such as
 * `caches.default`. What Preact's types say of elements and events of a document is `any` here; scripts for browsers are
 * checked with the DOM.
 */
export {};
