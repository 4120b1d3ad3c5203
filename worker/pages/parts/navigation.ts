/** Where the header and the footer of pages lead. The gateways in other Workers have a file of their own for this. */

/** What one can do here, in the order of the header: the address of each section, and its name. */
export const SECTIONS = {
  open: ['/', 'Open'],
  list: ['/check', 'Check a list'],
  links: ['/links', 'Short links'],
  owners: ['/owners', 'Site owners'],
  programs: ['/#programs', 'For programs'],
  api: ['/docs', 'Docs'],
} as const;

/** Pages about the service. */
export const FOOTER: readonly (readonly [href: string, text: string])[] = [
  ['/problems', 'Errors'],
  ['/privacy', 'Privacy'],
];
