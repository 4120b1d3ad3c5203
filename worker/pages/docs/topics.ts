/** The pages of the documentation, one for each task, in their order. */

/** The title of each page, by the last segment of its address; `overview` is `/docs` itself. */
export const topics = {
  overview: 'API documentation',
  resolve: 'Resolve URLs',
  compare: 'Compare URLs',
  open: 'Open links',
  check: 'Check links',
  shorten: 'Short links',
  manage: 'Manage all short links',
  validate: 'Validate webhook URLs',
  hooks: 'Receive webhooks',
  embed: 'Old links on your site',
  operate: 'Run your own Waypost',
} as const;

export type Topic = keyof typeof topics;

export const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name);

/** The path of the asset that has the content of a page. */
export const fragmentOf = (topic: Topic): string => `docs/${topic}.fragment`;
