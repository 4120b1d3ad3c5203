/** What the platform charges, as its documents said on {@link READ_ON}. Nothing of it was tried there. */

export const READ_ON = '2026-11-23';

interface Price {
  /** What is counted. */
  readonly unit: string;
  /** US dollars for a million, after what the plan includes. */
  readonly perMillion: number;
  /** What the plan for 5 dollars a month includes. */
  readonly included: string;
  readonly source: string;
}

const WORKERS = 'https://developers.cloudflare.com/workers/platform/pricing/';
const OBJECTS = 'https://developers.cloudflare.com/durable-objects/platform/pricing/';

export const prices = {
  requests: { unit: 'requests to the Worker', perMillion: 0.3, included: '10 million', source: WORKERS },
  processor: { unit: 'milliseconds of processor time', perMillion: 0.02, included: '30 million', source: WORKERS },
  objectRequests: {
    unit: 'requests to an object, and alarms that fire',
    perMillion: 0.15,
    included: '1 million',
    source: OBJECTS,
  },
  duration: {
    unit: 'GB-seconds of objects that work, or wait for a timer; an object counts as 128 MB',
    perMillion: 12.5,
    included: '400,000',
    source: OBJECTS,
  },
  rowsRead: { unit: 'rows read', perMillion: 0.001, included: '25 billion', source: OBJECTS },
  rowsWritten: {
    unit: 'rows written, entries of indexes and alarms that are set included',
    perMillion: 1,
    included: '50 million',
    source: OBJECTS,
  },
} as const satisfies Readonly<Record<string, Price>>;

export type PricedUnit = keyof typeof prices;

/** US dollars for a GB of stored links in a month; 5 GB are included. */
export const GB_MONTH = 0.2;

/** The memory that an object counts as, in GB. */
export const OBJECT_GB = 0.128;
