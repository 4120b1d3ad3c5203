/** The page of links, on which an owner makes, finds, changes, ends and exports short links. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { faultsOf } from './open-page.ts';
import { type Session, startSession } from './session.ts';

/** Scripts put it before each own path. */
const BASE_PATH = '/tools/waypost';

const TOKEN = 'a-token-of-32-characters-or-more';
/** The token of another owner, whose links no other test sees. */
const BOB = `${TOKEN}-of-bob`;

describe.skipIf(!hasChromium())('the page of links', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession({ LINK_TOKENS: `alice:${TOKEN} bob:${BOB}`, BASE_PATH });
  });
  afterAll(() => session?.close());

  test('without a script, the page of links says what curl does, and shows no form', async () => {
    await using opened = await session.open('/links', { javaScriptEnabled: false });
    expect(await opened.page.isVisible('noscript p')).toBe(true);
    expect(await opened.page.locator('main :is(input, button):visible').count()).toBe(0);
  });

  /** Signs in on the page of links with the keyboard. */
  async function signIn(page: Page, token = TOKEN): Promise<void> {
    // The tab may have the token of an earlier test. While the page signs in with it, it would be kept again.
    await page.waitForFunction(() => sessionStorage.length === 0 || document.querySelector('#new-url') !== null);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await page.fill('#token', token);
    await page.keyboard.press('Enter');
  }

  const status = (page: Page) => expect.poll(() => page.textContent('[role="status"]'));

  test('a wrong token is reported, and the right one signs in', async () => {
    await using opened = await session.open('/links');
    const { page } = opened;
    // The last two have nothing that a header can hold.
    for (const wrong of ['no-such-token', ' ', 'Ω\x07']) {
      await signIn(page, wrong);
      await expect.poll(() => page.textContent('[role="alert"]')).toContain('This token is not valid.');
      expect(await page.locator('#token').evaluate((field) => field === document.activeElement)).toBe(true);
    }
    await signIn(page);
    await page.waitForSelector('#new-url:focus');
    expect(await page.textContent('main')).not.toContain('from the operator of this service. It is kept');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForSelector('#token:focus');
    expect(await page.textContent('main')).toContain('You get it from the operator of this service. It is kept');
    expect(await page.inputValue('#token')).toBe('');
  });

  /** The browser reports the alias that was refused as an error. */
  const isNoConflict = (error: string): boolean => !error.includes('409 (Conflict)');

  const OPTIONS = 'summary:text-is("Options")';

  test('the list begins on the first screen, and a tag of a note filters it', async () => {
    await using opened = await session.open('/links');
    const { page } = opened;
    await signIn(page);
    await page.waitForSelector('#new-url:focus');
    const top = await page.locator('#list-heading').evaluate((heading) => heading.getBoundingClientRect().top);
    expect(top).toBeLessThan(420);
    await page.click(OPTIONS);
    for (const note of ['Old #maps, found', 'No C#maps']) {
      await page.fill('#new-url', `go:${encodeURIComponent(note)}`);
      await page.fill('#new-note', note);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.own-links > li').first().textContent()).toContain(note);
    }
    expect(await page.locator('.own-links button:has-text("#")').allTextContents()).toEqual(['#maps']);
    await page.click('button:text-is("#maps")');
    await expect.poll(() => page.inputValue('#query')).toBe('#maps');
    expect(await faultsOf(opened)).toEqual([]);
    // Other tests count the links of this owner.
    await page.fill('#query', '');
    for (let left = 2; left > 0; left -= 1) {
      await expect.poll(() => page.locator('.own-links > li').count()).toBe(left);
      await page.getByRole('button', { name: 'Delete' }).first().click();
      await page.click('button:text-is("Delete this link")');
    }
    await expect.poll(() => page.locator('.own-links > li').count()).toBe(0);
  });

  test('an answer that comes late closes no form, and brings no deleted link back', async () => {
    await using opened = await session.open('/links');
    const { page } = opened;
    await signIn(page);
    await page.fill('#new-url', 'go:late');
    await page.press('#new-url', 'Enter');
    await expect.poll(() => page.locator('.own-links > li').count()).toBe(1);
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    await page.route(/\/v1\/links\?/, async (route) => {
      const response = await route.fetch();
      await answers[asked++]?.promise;
      await route.fulfill({ response });
    });
    const searchFor = async (words: string) => {
      const before = asked;
      await page.fill('#query', words);
      await expect.poll(() => asked).toBe(before + 1);
    };
    await searchFor('go');
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await page.waitForSelector('button:text-is("Delete this link")');
    const listed = page.waitForResponse(/\/v1\/links\?/);
    answers[0]?.resolve();
    await listed;
    await searchFor('late');
    await page.click('button:text-is("Delete this link")');
    await expect.poll(() => page.locator('.own-links > li').count()).toBe(0);
    answers[1]?.resolve();
    // It is asked again, and answered as it is now.
    await expect.poll(() => asked).toBe(3);
    await expect.poll(() => page.textContent('.empty')).toBe('None of your links has all of these words.');
    expect(await page.locator('.own-links > li').count()).toBe(0);
  });

  test('a link is made, found, changed, exported and ended', async () => {
    await using opened = await session.open('/links');
    const { page, errors, takeRequests } = opened;
    await signIn(page);
    await page.waitForSelector('#new-url:focus');
    // The keyboard alone.
    await page.keyboard.type('GOPHER://gopher.floodgap.com:70/1/one');
    // The button comes first, and then the word for the other fields.
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    for (const text of ['first-one', 'Première', '=1+1']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.fill('#new-expiresAt', '2099-12-31');
    await page.keyboard.press('Enter');
    await status(page).toBe('Created first-one.');
    const item = page.locator('li[data-slug="first-one"]');
    expect(await item.textContent()).toMatch(/Première.*\/first-one.*gopher:\/\/gopher\.floodgap\.com\/1\/one.*=1\+1/s);
    expect(await item.textContent()).toContain('expires 2100-01-01 at 00:00 UTC');
    const followed = await session.fetch('/first-one');
    expect(followed.headers.get('location')).toBe(`${BASE_PATH}/gopher/gopher.floodgap.com/1/one`);

    // The form is empty again. An error is at its field.
    await page.fill('#new-url', 'go:another');
    await page.fill('#new-alias', 'links');
    await page.click(OPTIONS);
    expect(await page.isVisible('#new-alias')).toBe(false);
    await page.press('#new-url', 'Enter');
    await page.waitForSelector('#new-alias[aria-invalid]:focus');
    expect(await page.textContent('.field:has(#new-alias) #new-error')).toContain('links');
    await page.fill('#new-alias', '');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.own-links > li').count()).toBe(2);

    await page.fill('#query', 'première');
    await status(page).toBe('1 link');
    expect(await page.locator('.own-links > li').count()).toBe(1);
    expect(await item.textContent()).toContain('1 click, the last on');
    await page.getByRole('button', { name: 'Clicks by day of Première' }).press('Enter');
    await expect.poll(() => page.getAttribute('.clicks-chart svg', 'aria-label')).toMatch(/^1 click in 60 days/);
    expect(await page.locator('.clicks-chart rect').count()).toBe(1);
    await page.fill('#query', 'nothing has this');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.textContent('.empty')).toMatch(/these words/);
    await page.fill('#query', '');
    await status(page).toBe('2 links');

    await page.getByRole('button', { name: 'Change Première' }).press('Enter');
    await page.waitForSelector('#change-url:focus');
    expect(await page.inputValue('#change-expiresAt')).toBe('2099-12-31');
    expect(await item.locator('form').textContent()).not.toContain('always leads');
    expect((await faultsOf(opened)).filter(isNoConflict)).toEqual([]);
    await page.fill('#change-url', 'gopher://gopher.floodgap.com/1/two');
    await page.fill('#change-title', 'Second');
    await page.fill('#change-expiresAt', '');
    await page.keyboard.press('Enter');
    await status(page).toBe('Changed first-one.');
    expect(await item.textContent()).toMatch(/Second.*1\/two.*=1\+1.*no expiry/s);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Change Second');

    const exported = async (format: string): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`button:has-text("${format}")`)]);
      expect(download.suggestedFilename()).toBe(`links.${format.toLowerCase()}`);
      return readFileSync(await download.path(), 'utf8');
    };
    expect((await exported('NDJSON')).split('\n').filter((line) => line.includes('"first-one"'))).toHaveLength(1);
    const csv = await exported('CSV');
    expect(csv).toMatch(/^slug,short,url,title,note,created,ends,clicks,last_click,blocked,owner\r\n/);
    // A spreadsheet would take the note for a formula.
    expect(csv).toContain(`first-one,${session.root}/first-one,gopher://gopher.floodgap.com/1/two,Second,'=1+1,`);

    await page.getByRole('button', { name: 'Delete Second' }).press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    expect(await item.count()).toBe(1);
    await page.getByRole('button', { name: 'Delete Second' }).press('Enter');
    await page.getByRole('button', { name: 'Delete this link' }).press('Enter');
    await status(page).toBe('Deleted first-one.');
    expect(await item.count()).toBe(0);
    expect((await session.fetch('/first-one')).status).toBe(410);

    // The token is kept for the tab, and is in no address and no part of the page.
    expect(takeRequests().filter((address) => address.includes(TOKEN))).toEqual([]);
    const kept = await page.evaluate(() =>
      [document.documentElement.outerHTML, document.cookie, location.href, JSON.stringify(history.state)].concat(
        Object.entries(localStorage).flat(),
      ),
    );
    expect(kept.filter((text) => text?.includes(TOKEN))).toEqual([]);
    expect(errors.filter(isNoConflict)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForSelector('#token');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.reload();
    await page.waitForSelector('#token');
  });

  test('a link without a scheme gets proposals at its field, and the list can be filtered', async () => {
    await using opened = await session.open('/links');
    const { page } = opened;
    await signIn(page);
    await page.waitForSelector('#new-url:focus');
    await page.fill('#new-url', 'gopher.floodgap.com/1/proposed');
    await page.click(OPTIONS);
    await page.fill('#new-alias', 'proposed');
    await page.keyboard.press('Enter');
    const proposals = page.locator('.field:has(#new-url[aria-invalid]) .own-proposals button');
    await expect.poll(() => proposals.allTextContents()).toContain('gopher://gopher.floodgap.com/1/proposed');
    // The browser reports the refusal.
    expect((await faultsOf(opened)).filter((fault) => !fault.includes('with a status of 4'))).toEqual([]);
    await proposals.first().click();
    expect(await page.inputValue('#new-url')).toBe('gopher://gopher.floodgap.com/1/proposed');
    await page.keyboard.press('Enter');
    await status(page).toBe('Created proposed.');
    const listed = page.locator('.own-links > li[data-slug="proposed"]');
    expect(await listed.count()).toBe(1);
    await page.selectOption('#filter', { label: 'with an expiry' });
    expect(await listed.count()).toBe(0);
    await page.selectOption('#filter', { label: 'without clicks' });
    expect(await listed.count()).toBe(1);
    await listed.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Delete this link' }).click();
    await status(page).toBe('Deleted proposed.');
  });

  test('two tabs that change the same link do not overwrite each other', async () => {
    await using first = await session.open('/links');
    await using second = await session.open('/links');
    await signIn(first.page);
    await first.page.waitForSelector('#new-url:focus');
    await first.page.fill('#new-url', 'gopher://gopher.floodgap.com/1/tabs');
    await first.page.click(OPTIONS);
    await first.page.fill('#new-alias', 'two-tabs');
    await first.page.keyboard.press('Enter');
    await status(first.page).toBe('Created two-tabs.');
    await signIn(second.page);
    for (const { page } of [first, second]) {
      await page.getByRole('button', { name: 'Change two-tabs' }).press('Enter');
      await page.waitForSelector('#change-url:focus');
    }
    await first.page.fill('#change-title', 'First');
    await first.page.keyboard.press('Enter');
    await status(first.page).toBe('Changed two-tabs.');
    await second.page.fill('#change-note', 'Second');
    await second.page.keyboard.press('Enter');
    const sentence = 'This link has changed since you opened it here, perhaps in another tab. Nothing was saved.';
    await expect.poll(() => second.page.textContent('#change-error')).toContain(sentence);
    // What was typed is still there, and the form that is opened again shows what the link is now.
    expect(await second.page.inputValue('#change-note')).toBe('Second');
    await second.page.getByRole('button', { name: 'Cancel' }).click();
    await second.page.getByRole('button', { name: 'Change two-tabs' }).press('Enter');
    await expect.poll(() => second.page.inputValue('#change-title')).toBe('First');
    await second.page.fill('#change-note', 'Second');
    await second.page.keyboard.press('Enter');
    await status(second.page).toBe('Changed two-tabs.');
    await second.page.getByRole('button', { name: 'Delete First' }).press('Enter');
    await second.page.getByRole('button', { name: 'Delete this link' }).press('Enter');
    await status(second.page).toBe('Deleted two-tabs.');
  });

  test('a long list has more pages, and ends with the last link', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `"go:bob${index}"\n`).join('');
    await session
      .fetch('/v1/links', {
        method: 'POST',
        headers: { Authorization: `Bearer ${BOB}`, 'Content-Type': 'application/x-ndjson' },
        body: lines,
      })
      .then((response) => response.text());
    await using opened = await session.open('/links');
    const { page } = opened;
    await signIn(page, BOB);
    await status(page).toBe('The first 50 links');
    // Under the pointer, it stays an outline: only the button that acts is filled.
    const more = page.getByRole('button', { name: 'Show more' });
    await more.hover();
    expect(await more.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(220, 235, 236)');
    await more.press('Enter');
    await status(page).toBe('60 links');
    expect(await page.locator('.own-links > li').count()).toBe(60);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);

    // A change keeps the place, says so there, and gives the focus back to the button.
    const item = page.locator('.own-links > li').nth(30);
    const slug = await item.getAttribute('data-slug');
    const top = () => item.evaluate((element) => element.getBoundingClientRect().top);
    await item.getByRole('button', { name: 'Change' }).click();
    await page.waitForSelector('#change-title:focus');
    expect(await item.locator('form').textContent()).toContain('This link always leads to this target.');
    expect(await page.locator('#change-url').count()).toBe(0);
    await page.fill('#change-title', 'Kept in view');
    const before = await top();
    await page.getByRole('button', { name: 'Save' }).click();
    await status(page).toBe(`Changed ${slug}.`);
    await page.waitForSelector('[aria-expanded="false"]:focus');
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    const message = item.getByText('Changed.', { exact: true });
    const { y = -1 } = (await message.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(900);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Change Kept in view');
    // The next form takes the message away. On a small screen, its button is below what opened it.
    await page.setViewportSize({ width: 390, height: 360 });
    await page.keyboard.press('Enter');
    await page.waitForSelector('#change-title:focus');
    expect(await message.count()).toBe(0);
    await page.fill('#change-title', 'Kept again');
    await page.getByRole('button', { name: 'Save' }).click();
    await message.waitFor();
    const { y: below = -1 } = (await message.boundingBox()) ?? {};
    expect(below).toBeGreaterThan(0);
    expect(below).toBeLessThan(360);
  });

  test('a list and an export that lack the links of a store say so', async () => {
    await using opened = await session.open('/links');
    const { page } = opened;
    const problem = (store: number) => ({ store, detail: `Store ${store} does not answer.` });
    let [first, second] = [[problem(3)], [problem(3), problem(5)]];
    await page.route('**/v1/links?*', async (route) => {
      const answer = await (await route.fetch()).json();
      const isFirst = !route.request().url().includes('cursor=');
      await route.fulfill({ json: { ...answer, next: isFirst ? '0.' : null, problems: isFirst ? first : second } });
    });
    await page.route('**/v1/links/export', (route) => route.fulfill({ body: `${JSON.stringify(problem(7))}\n` }));
    await signIn(page);
    const error = (form: string) => expect.poll(() => page.textContent(`#${form}-error`));
    await error('list').toBe('Links are missing from this list. Store 3 does not answer.');
    await page.getByRole('button', { name: 'Show more' }).click();
    await error('list').toBe('Links are missing from this list. Store 3 does not answer. Store 5 does not answer.');
    await page.getByRole('button', { name: 'CSV' }).click();
    await error('search').toBe('Links are missing from the export. Store 7 does not answer.');
    // Whether there are no links is not known.
    await page.fill('#query', 'nothing has this');
    await expect.poll(() => page.textContent('.empty')).toBe('The stores that answer have none of your links.');
    first = second = [];
    await page.fill('#query', 'nothing has that');
    await error('list').toBe('');
    expect(await page.textContent('.empty')).toMatch(/these words/);
  });

  test('the header and the form of the explorer lead to the page of links', async () => {
    await using opened = await session.open('/#url=go:x');
    expect(await opened.page.getAttribute('.sections a:has-text("Short links")', 'href')).toBe(`${BASE_PATH}/links`);
    await opened.page.click('summary:text-is("Share")');
    await opened.page.click(`.short-link a[href="${BASE_PATH}/links"]`);
    await opened.page.waitForURL('**/links');
    expect(await opened.page.textContent('h1')).toBe('Your short links');
  });
});
