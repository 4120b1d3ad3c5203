/**
 * The pages of the documentation. Each is a file in `docs/`, which also has its title as a heading, with the operations
 * of the API that belong to it.
 */

interface TopicGroup {
  readonly title: string;
  /** The titles of the pages, by the last segment of their addresses, which is the name of the file. */
  readonly topics: Readonly<Record<string, string>>;
}

/** The name of `/docs` itself: `docs/README.md`. */
export const OVERVIEW = 'README';

export const groups: readonly TopicGroup[] = [
  {
    title: 'Use it',
    topics: {
      install: 'Install and start',
      explorer: 'The explorer',
      'command-line': 'The command line',
      lists: 'Lists, tables and indexes of archives',
      pipelines: 'Links in a pipeline',
      embed: 'Old links on your site',
    },
  },
  {
    title: 'Call it',
    topics: {
      'http-api': 'The HTTP API',
      urls: 'Resolve and compare URLs',
      gateways: 'Gateways',
      opening: 'Open links by HTTP',
      terminals: 'Terminals',
      'dead-links': 'Dead links',
      'short-links': 'Short links',
      webhooks: 'Webhooks',
    },
  },
  {
    title: 'Build with it',
    topics: {
      library: 'The library',
      schemes: 'Schemes',
      'canonical-forms': 'Canonical forms: when two links are one',
      'canonicalize-lines': 'A file of links',
      'links-in-text': 'Links in text',
      protocols: 'Protocol clients',
      worker: 'The gateways in a Worker of your own',
    },
  },
  {
    title: 'Run it',
    topics: {
      deploy: 'Deploy to Cloudflare',
      'self-host': 'Run it on your own machine',
      cache: 'One fetch for all readers',
      'news-archive': 'Open Usenet from an archive',
      settings: 'Settings',
      shortener: 'Run a shortener',
      'move-short-links': 'Move short links in',
      scale: 'A billion short links, and the bill',
    },
  },
  {
    title: 'Judge it',
    topics: {
      stability: 'What stays stable',
      conformance: 'Conformance',
      figures: 'Figures',
      decisions: 'Decisions',
    },
  },
];

/** The title of each page by its name. */
export const topics: ReadonlyMap<string, string> = new Map(groups.flatMap(({ topics }) => Object.entries(topics)));

/** The path of the asset that has the content of a page. */
export const fragmentOf = (topic: string): string => `docs/${topic}.fragment`;
