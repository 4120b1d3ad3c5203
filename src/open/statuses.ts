/** The statuses of checks, in the order in which documents list them. It imports nothing: pages have it in browsers. */

interface StatusEntry {
  /** A sentence for people. */
  readonly meaning: string;
  /** Whether the link leads nowhere now. */
  readonly isProblem: boolean;
  /** Whether the name alone says enough to people. */
  readonly isClear: boolean;
  /** Whether `waypost mend` may take such a link for dead. */
  readonly mayBeDead: boolean;
}

const LEADS_SOMEWHERE = { isProblem: false, isClear: true, mayBeDead: false } as const;

/** What a server may say about a link. */
export const FOUND = {
  alive: { meaning: 'The server has it.', ...LEADS_SOMEWHERE },
  moved: { meaning: 'The server names another address, which was not followed.', ...LEADS_SOMEWHERE },
  restricted: { meaning: 'The server answers, but wants a login or denies access.', ...LEADS_SOMEWHERE },
  gone: { meaning: 'The server says that it does not have it.', isProblem: true, isClear: false, mayBeDead: true },
  unavailable: {
    ...{ meaning: 'The server answers, but cannot serve it now.', isProblem: true, isClear: false, mayBeDead: false },
  },
} satisfies Readonly<Record<string, StatusEntry>>;

/** All statuses: what a server says, or why none says anything. */
export const STATUSES = {
  ...FOUND,
  unreachable: { meaning: 'No server answers.', isProblem: true, isClear: false, mayBeDead: true },
  'other-protocol': {
    ...{
      meaning: 'A server of another protocol answers at this address.',
      isProblem: true,
      isClear: false,
      mayBeDead: true,
    },
  },
  'not-checked': {
    ...{
      meaning: 'Waypost did not ask about it; `reason` says why.',
      isProblem: false,
      isClear: false,
      mayBeDead: false,
    },
  },
} satisfies Readonly<Record<string, StatusEntry>>;

export type FoundStatus = keyof typeof FOUND;
export type CheckStatus = keyof typeof STATUSES;

export const isStatus = (name: string): name is CheckStatus => Object.hasOwn(STATUSES, name);

/** The names of all statuses. */
export const STATUS_NAMES: readonly CheckStatus[] = Object.keys(STATUSES).filter(isStatus);

/** A status in words: `wordsOfStatus('other-protocol')` is `'other protocol'`. */
export const wordsOfStatus = (status: CheckStatus): string => status.replaceAll('-', ' ');

/** How certain it is that an address of the Web has what a link of the same host names, the most certain first. */
export const CERTAINTIES = {
  same: {
    meaning:
      'The old server still has it, and both have the same octets. Beyond 1 MiB, the size and the date agree, too.',
    mayBeWritten: true,
  },
  likely: {
    meaning: 'The old server says too little to compare, but this is a file of the kind that the link names.',
    mayBeWritten: false,
  },
  guess: { meaning: 'It answers, but it is a page, or nothing shows what it is.', mayBeWritten: false },
} satisfies Readonly<Record<string, { readonly meaning: string; readonly mayBeWritten: boolean }>>;

export type Certainty = keyof typeof CERTAINTIES;
export const isCertainty = (name: string): name is Certainty => Object.hasOwn(CERTAINTIES, name);
/** The names of all certainties. */
export const CERTAINTY_NAMES: readonly Certainty[] = Object.keys(CERTAINTIES).filter(isCertainty);
