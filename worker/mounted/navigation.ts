/** Where the header and the footer lead in a Worker that has the gateways alone, instead of `pages/navigation.ts`. */
import type * as Own from '../pages/parts/navigation.ts';

export const SECTIONS: Partial<Record<keyof typeof Own.SECTIONS, readonly [href: string, text: string]>> = {
  open: ['/r', 'Open a link'],
};

export const FOOTER: typeof Own.FOOTER = [['/problems', 'Errors']];
