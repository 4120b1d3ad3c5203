/** Where the header and the footer of pages lead. The gateways in other Workers have a file of their own for this. */

/** What one can do here, in the order of the header: the address of each section, and its name. */
export const SECTIONS = {
  open: ['/r', 'Open a link'],
  explain: ['/', 'Explain'],
  links: ['/links', 'Short links'],
  api: ['/docs', 'API'],
} as const;

/** Pages about the service. */
export const FOOTER: readonly (readonly [href: string, text: string])[] = [
  ['/owners', 'For site owners'],
  ['/problems', 'Errors'],
  ['/privacy', 'Privacy'],
];
