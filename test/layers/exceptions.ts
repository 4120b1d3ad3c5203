/** Imports that the table of layers forbids, and that are to go. Nothing is added here. */
import type { Arrow } from './graph.ts';

/** A module, and the units that it may not import but does. */
interface Exception {
  readonly module: string;
  readonly units: readonly string[];
  /** When they go. */
  readonly until: string;
}

const UNTIL_OPENED = 'its kind has moved to src/open';
const UNTIL_CHECKED = 'checks have moved to src/open';
const CONTRACT = 'worker/gateway/contract';

/** What the command line still needs of the Worker. */
export const EXCEPTIONS: readonly Exception[] = [
  { module: 'bin/network/archives.ts', units: [CONTRACT], until: UNTIL_CHECKED },
  { module: 'bin/network/check.ts', units: [CONTRACT, 'worker/gateway/open'], until: UNTIL_CHECKED },
  { module: 'bin/network/contract.ts', units: [CONTRACT], until: UNTIL_CHECKED },
  { module: 'bin/network/get.ts', units: [CONTRACT], until: UNTIL_CHECKED },
  { module: 'bin/network/settings.ts', units: [CONTRACT], until: UNTIL_CHECKED },
  { module: 'bin/network/open-link.ts', units: [CONTRACT], until: UNTIL_OPENED },
  { module: 'bin/network/opened.ts', units: [CONTRACT], until: UNTIL_OPENED },
];

/** The exceptions as arrows from modules to units. */
export const exceptions: readonly Arrow[] = EXCEPTIONS.flatMap(({ module, units }) =>
  units.map((unit) => ({ from: module, to: unit })),
);
