/** Which links of the list are shown, and in which order, by the names that people choose. */
import type { VNode } from 'preact';
import type { OwnedLink } from '../../../links/link.ts';

interface NamedValue {
  readonly name: string;
  readonly apply: (links: readonly OwnedLink[]) => readonly OwnedLink[];
}

/** Choices, of which the first is made when the list is opened. */
type Choices = readonly [NamedValue, ...NamedValue[]];

export const FILTERS: Choices = [
  { name: 'all links', apply: (links) => links },
  { name: 'without clicks', apply: (links) => links.filter(({ clicks }) => clicks === 0) },
  { name: 'with an expiry', apply: (links) => links.filter(({ expiresAt }) => expiresAt !== null) },
  { name: 'blocked', apply: (links) => links.filter(({ blocked }) => blocked !== null) },
];

export const ORDERS: Choices = [
  { name: 'newest first', apply: (links) => links.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)) },
  { name: 'most clicks', apply: (links) => links.toSorted((a, b) => b.clicks - a.clicks) },
  {
    name: 'next to expire',
    apply: (links) => links.toSorted((a, b) => (a.expiresAt ?? '9').localeCompare(b.expiresAt ?? '9')),
  },
];

interface ChooserProps {
  readonly id: string;
  readonly label: string;
  readonly choices: Choices;
  readonly choose: (choice: NamedValue) => void;
}

export function Chooser({ id, label, choices, choose }: ChooserProps): VNode {
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id} onChange={({ currentTarget }) => choose(choices[currentTarget.selectedIndex] ?? choices[0])}>
        {choices.map(({ name }) => (
          <option>{name}</option>
        ))}
      </select>
    </p>
  );
}
