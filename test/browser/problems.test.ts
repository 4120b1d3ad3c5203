/** `/problems`: two lists of folded codes in alphabetical order, with a search, and the fold that the address names. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { faultsOf } from './open-page.ts';
import { type Session, startSession } from './session.ts';

/** The most screens that a list takes while all of it is folded. */
const MOST_SCREENS = 7;

describe.skipIf(!hasChromium())('the page of problems', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
  });
  afterAll(() => session?.close());

  test.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])(
    'folds each list into seven screens of $width × $height pixels, with a sentence for each code',
    async (viewport) => {
      await using opened = await session.open('/problems', { viewport });
      const { page } = opened;
      for (const id of ['errors', 'notes']) {
        const list = page.locator(`section[aria-labelledby="${id}"]`);
        const { height = Number.POSITIVE_INFINITY } = (await list.boundingBox()) ?? {};
        expect(height / viewport.height).toBeLessThanOrEqual(MOST_SCREENS);
        const codes = await list.locator('summary code').allTextContents();
        expect(codes.length).toBeGreaterThan(50);
        expect(codes).toEqual(codes.toSorted());
        expect(await list.locator('.problem-title:visible').count()).toBe(codes.length);
        expect(await list.locator('details[open]').count()).toBe(0);
      }
    },
  );

  test('searches codes and sentences', async () => {
    await using opened = await session.open('/problems');
    const { page } = opened;
    const found = page.locator('details.problem:visible');
    const counter = () => expect.poll(() => page.textContent('#problem-count'));
    const all = await found.count();
    await page.fill('#problem-search', 'link too lnog');
    await counter().toMatch(/^\d+ of \d+ codes$/);
    expect(await found.locator('summary code').allTextContents()).toContain('too-long');
    await page.fill('#problem-search', ' ');
    await counter().toBe('');
    expect(await found.count()).toBe(all);
    await page.fill('#problem-search', 'zzzz');
    await counter().toMatch(/^0 of/);
    expect(await found.count()).toBe(0);
    await page.fill('#problem-search', 'FTP name');
    await counter().toMatch(/^[1-9]/);
    const texts = (await found.allTextContents()).map((text) => text.toLowerCase());
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.every((text) => text.includes('ftp') && text.includes('name'))).toBe(true);
    expect(await page.textContent('#problem-count')).toMatch(new RegExp(`^${texts.length} of \\d+ codes$`));
    expect(await faultsOf(opened)).toEqual([]);
  });

  test.each([true, false])('opens the fold that the address names (scripts: %s)', async (javaScriptEnabled) => {
    await using opened = await session.open('/problems#egress-denied', { javaScriptEnabled });
    await opened.page.waitForSelector('#egress-denied:visible');
    expect(await opened.page.locator('details[open] > section').getAttribute('id')).toBe('egress-denied');
    expect(opened.errors).toEqual([]);
  });
});
