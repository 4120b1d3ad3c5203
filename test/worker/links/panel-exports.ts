/**
 * Exports of panels and tools, with columns that change what a link does, or that Waypost does not know. The names are
 * those of the programs; the links are made for the tests.
 */
import type { ForeignExport, MovedLink } from './foreign-export.ts';

const of = (slug: string, more: Partial<MovedLink> = {}): MovedLink => {
  return { slug, url: `https://example.org/${slug}`, createdAt: null, clicks: 0, title: null, ...more };
};
const target = (slug: string) => `https://example.org/${slug}`;

export const panelExports: readonly ForeignExport[] = [
  {
    // The columns of a guide of URLR, and the words of the panel.
    program: 'bit.ly, as its panel exports CSV',
    type: 'text/csv',
    text:
      'Link,Custom Link,Destination URL,Title,Date Created,Total Engagements,Tags\n' +
      `bit.ly/3aB,bit.ly/Spring-Panel,${target('3aB')},Spring,2023-05-04,"1,204",sale\n` +
      `bit.ly/3aC,,${target('3aC')},,2023-05-04,0,\n`,
    links: [
      of('3aB', { createdAt: '2023-05-04T00:00:00.000Z', clicks: 1204, title: 'Spring' }),
      of('Spring-Panel', {
        ...{ url: target('3aB'), createdAt: '2023-05-04T00:00:00.000Z', clicks: 1204, title: 'Spring' },
      }),
      of('3aC', { createdAt: '2023-05-04T00:00:00.000Z' }),
    ],
  },
  {
    program: 'bit.ly, with its back-halves alone, of which one is in the link',
    type: 'text/csv',
    text:
      'Short link,Custom back-half,Long URL,Total Engagements\n' +
      `https://bit.ly/3aD,back-half,${target('3aD')},7\n` +
      `https://bit.ly/own-half,own-half,${target('own-half')},8\n`,
    links: [
      of('3aD', { clicks: 7 }),
      of('back-half', { url: target('3aD'), clicks: 7 }),
      of('own-half', { clicks: 8 }),
    ],
  },
  {
    program: 'Rebrandly, as CSV with its state',
    type: 'text/csv',
    text:
      'id,createdAt,shortUrl,domainName,slashtag,destination,title,clicks,status,forwardParameters\n' +
      `a1,2024-01-15T10:30:00.000Z,r.test/rebOn,r.test,rebOn,${target('rebOn')},,5,active,false\n` +
      `a2,2024-01-15T10:30:00.000Z,r.test/rebOff,r.test,rebOff,${target('rebOff')},,5,inactive,false\n` +
      `a3,2024-01-15T10:30:00.000Z,r.test/rebBad,r.test,rebBad,${target('rebBad')},,5,blocked,false\n` +
      `a4,2024-01-15T10:30:00.000Z,r.test/rebOdd,r.test,rebOdd,${target('rebOdd')},,5,limbo,true\n`,
    links: [
      of('rebOn', { createdAt: '2024-01-15T10:30:00.000Z', clicks: 5 }),
      of('rebOff', { createdAt: '2024-01-15T10:30:00.000Z', clicks: 5, followed: 410 }),
      of('rebBad', { createdAt: '2024-01-15T10:30:00.000Z', clicks: 5, followed: 451 }),
      of('rebOdd', {
        ...{ createdAt: '2024-01-15T10:30:00.000Z', clicks: 5, warnings: ['query-not-forwarded', 'status-unknown'] },
      }),
    ],
  },
  {
    program: 'TinyURL, as its API answers',
    type: 'application/json',
    text: JSON.stringify({
      data: [
        tinyUrl('tinyOn', { hits: 3 }),
        tinyUrl('tinyGone', { deleted: true }),
        tinyUrl('tinyOver', { expires_at: '2020-01-01T00:00:00+00:00' }),
      ],
      code: 0,
      errors: [],
    }),
    links: [
      of('tinyOn', { createdAt: '2022-01-01T10:00:00.000Z', clicks: 3 }),
      of('tinyGone', { createdAt: '2022-01-01T10:00:00.000Z', followed: 410 }),
      of('tinyOver', { createdAt: '2022-01-01T10:00:00.000Z', followed: 410 }),
    ],
  },
  {
    program: 'Firebase Dynamic Links, whose links depend on devices',
    type: 'text/csv',
    text:
      'Link name,Short link,Deep link,Android package name\n' +
      `Welcome,https://x.page.link/fdlPlain,${target('fdlPlain')},\n` +
      `App,https://x.page.link/fdlApp,${target('fdlApp')},com.example.app\n`,
    links: [of('fdlPlain', { title: 'Welcome' }), of('fdlApp', { title: 'App', warnings: ['targeting-dropped'] })],
  },
  {
    program: 'Firebase Dynamic Links, with the long links',
    type: 'application/json',
    text: JSON.stringify([
      {
        shortLink: 'https://x.page.link/fdlLong',
        longDynamicLink: `https://x.page.link/?apn=com.example.app&link=${encodeURIComponent(target('fdlLong'))}`,
      },
    ]),
    links: [of('fdlLong', { warnings: ['targeting-dropped'] })],
  },
  {
    program: 'Pretty Links, as CSV',
    type: 'text/csv',
    text:
      'id,name,url,slug,nofollow,sponsored,track_me,param_forwarding,redirect_type,description\n' +
      `1,Plain,${target('plOne')},plOne,1,0,1,off,307,\n` +
      `2,Framed,${target('plTwo')},plTwo,1,0,1,on,cloak,\n`,
    links: [
      of('plOne', { title: 'Plain' }),
      of('plTwo', { title: 'Framed', warnings: ['query-not-forwarded', 'cloaking-dropped'] }),
    ],
  },
  {
    program: 'a list of slugs and links',
    type: 'text/csv',
    text: `Code;Link;Active\nlistOn;${target('listOn')};true\nlistOff;${target('listOff')};FALSE\n`,
    links: [of('listOn'), of('listOff', { followed: 410 })],
  },
  {
    program: 'a panel with columns of many kinds',
    type: 'text/csv',
    text:
      'Short URL,Destination URL,Is Protected,Expiration date,Max clicks,Geo targets,Mobile URL,Pass query,Top country,Confirm page\n' +
      `https://p.test/kindNone,${target('kindNone')},false,Never,unlimited,{},,no,DE,0\n` +
      `https://p.test/kindAll,${target('kindAll')},0,2999-01-01,,"{""DE"":""x""}",,yes,DE,1\n` +
      `https://p.test/kindTime,${target('kindTime')},,2999-01-01 10:00:00,9,[],https://m.example.org/,,DE,\n`,
    links: [
      of('kindNone'),
      of('kindAll', {
        warnings: ['query-not-forwarded', 'targeting-dropped', 'interstitial-dropped', 'expires-not-read'],
      }),
      of('kindTime', { warnings: ['max-visits-dropped', 'targeting-dropped'] }),
    ],
  },
  {
    program: 'a panel that names its months',
    type: 'text/csv',
    text: `Slug,URL,Created,Expires\nmonthly,${target('monthly')},"Jan 5, 2024","January 5th, 2020 3:04 PM"\n`,
    links: [of('monthly', { createdAt: '2024-01-05T00:00:00.000Z', followed: 410 })],
  },
];

function tinyUrl(alias: string, more: object): object {
  return {
    ...{ domain: 't.test', alias, deleted: false, archived: false, tags: [], tiny_url: `https://t.test/${alias}` },
    ...{ created_at: '2022-01-01T10:00:00+00:00', expires_at: null, url: target(alias), ...more },
  };
}
