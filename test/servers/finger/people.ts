/** The people of the museum, as its finger server tells about them: one character for each octet. */

export interface Person {
  readonly login: string;
  readonly name: string;
  readonly office: string;
  /** `null` = not logged in. */
  readonly terminal: string | null;
  readonly since: string;
  /** The lines of the plan; `null` = there is none. */
  readonly plan: readonly string[] | null;
}

export const people: readonly Person[] = [
  {
    login: 'curator',
    name: 'Ada Quill',
    office: 'Reading room',
    terminal: 'tty1',
    since: 'Mon Nov 23 09:12',
    plan: [
      'Sorting the gophers by year. Ask before you lend one.',
      'Thirsty? The machine is on the third floor: coke.',
    ],
  },
  {
    login: 'night',
    name: 'Nils W\xe4chter',
    office: 'Gate',
    terminal: 'pts/3',
    since: 'Mon Nov 23 21:40',
    plan: null,
  },
  {
    login: 'coke',
    name: 'Vending Machine',
    office: 'Third floor',
    terminal: null,
    since: 'Fri Jan 1 1982',
    plan: ['Slots 1 to 4: warm. Slot 5: cold since 14:02.'],
  },
];
