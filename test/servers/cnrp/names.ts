/** The common names that the CNRP test server knows. */

export interface NamedResource {
  readonly commonName: string;
  readonly id: string;
  readonly uri: string;
  readonly description: string;
  /** A name, a type and a value each. */
  readonly properties: readonly (readonly [name: string, type: string, value: string])[];
  /** Whether it is in the second dataset of the service. */
  readonly archived?: boolean;
}

/** The ports of other test servers; without one, its names lead to the port of the protocol. */
export interface NamedPorts {
  readonly gopher?: number;
  readonly ftp?: number;
}

/** The names, the most relevant one first. */
export function names({ gopher = 70, ftp = 21 }: NamedPorts): readonly NamedResource[] {
  return [
    {
      commonName: 'Fidonet',
      id: '1333459455',
      uri: 'http://www.fidonet.example/',
      description: 'A network of bulletin boards that called each other at night.',
      properties: [['language', 'rfc1766', 'fr-CA']],
    },
    {
      commonName: 'Fidonet archive',
      id: '00133',
      uri: `ftp://localhost:${ftp}/pub/`,
      description: 'Files of the network, <old & older>.',
      properties: [['category', 'freeform', 'history']],
      archived: true,
    },
    {
      commonName: 'Gopherspace',
      id: '7070',
      uri: `gopher://localhost:${gopher}/`,
      description: 'Menus all the way down.',
      properties: [
        ['language', 'rfc1766', 'en-US'],
        ['geography', 'iso3166-2', 'US-MN'],
      ],
    },
    {
      commonName: 'Dürst',
      id: '3368',
      uri: 'https://example.org/%C3%BC',
      description: 'A name that is not ASCII: 名前.',
      properties: [['language', 'rfc1766', 'de-CH']],
    },
    {
      commonName: 'Trojan horse',
      id: '666',
      uri: 'javascript:alert(1)',
      description: 'An address that nothing may open. <script>alert(1)</script>',
      properties: [],
    },
  ];
}
