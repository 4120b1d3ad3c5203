/** A visit for the parts of this gateway that do not care which scheme brought it: news links and mid links alike. */
import type { Visit } from '../gateway.ts';

export type NewsVisit = Omit<Visit, 'resolution'>;
