/**
 * A page as a screen reader and a keyboard meet it: Chromium's accessibility tree, and the stops of the Tab key. It
 * holds what axe-core does not report: focus that nobody sees, a focusable element without a role, headings that skip a
 * level.
 */
import type { Page } from 'playwright-core';

interface Node {
  readonly role: string;
  readonly name: string;
  /** Of a heading. */
  readonly level: number | null;
  readonly focusable: boolean;
}

/** The nodes of the tree that are not ignored, in the order of the page. */
async function nodesOf(page: Page): Promise<readonly Node[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inOrder = (id: string): typeof nodes => {
    const node = byId.get(id);
    return node === undefined ? [] : [node, ...(node.childIds ?? []).flatMap(inOrder)];
  };
  return nodes
    .slice(0, 1)
    .flatMap(({ nodeId }) => inOrder(nodeId))
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => {
      const property = (wanted: string): unknown => properties.find((each) => each.name === wanted)?.value.value;
      return {
        role: String(role?.value ?? ''),
        name: String(name?.value ?? '').trim(),
        level: Number(property('level')) || null,
        focusable: property('focusable') === true,
      };
    });
}

/** The headings of a page: `1 The title`, `2 A section`. */
export async function headingsOf(page: Page): Promise<readonly string[]> {
  return headingsIn(await nodesOf(page));
}

function headingsIn(nodes: readonly Node[]): readonly string[] {
  return nodes.filter(({ role }) => role === 'heading').map(({ level, name }) => `${level} ${name}`);
}

/** Roles that tell nobody what an element is for. */
const VAGUE = new Set(['', 'generic', 'none', 'GenericContainer', 'Pre', 'code', 'paragraph', 'Section']);

/** Scripts and links move the focus there; the Tab key does not: the content, and lines of xterm.js. */
const NOT_STOPS = new Set(['RootWebArea', 'main', 'listitem']);

/** Landmarks that every page has once. */
const LANDMARKS = ['banner', 'main', 'contentinfo'];

/** What a screen reader or a keyboard stumbles over. */
export async function treeFaults(page: Page): Promise<readonly string[]> {
  const nodes = await nodesOf(page);
  const faults: string[] = [];
  for (const { role, name, focusable } of nodes) {
    if (!focusable || NOT_STOPS.has(role)) continue;
    if (VAGUE.has(role)) faults.push(`a stop of the Tab key has no role: ${role} “${name}”`);
    else if (name === '') faults.push(`a stop of the Tab key has no name: ${role}`);
  }
  for (const landmark of LANDMARKS) {
    const found = nodes.filter(({ role }) => role === landmark).length;
    if (found !== 1) faults.push(`landmarks: ${found} × ${landmark}`);
  }
  const navigations = nodes.filter(({ role }) => role === 'navigation').map(({ name }) => name);
  if (new Set(navigations).size < navigations.length) faults.push(`navigations of one name: ${navigations.join(', ')}`);
  const levels = headingsIn(nodes).map((heading) => Number.parseInt(heading, 10));
  if (levels.filter((level) => level === 1).length !== 1)
    faults.push(`not one heading of level 1: ${levels.join(' ')}`);
  const skips = levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1);
  if (skips) faults.push(`headings skip a level: ${levels.join(' ')}`);
  return [...faults, ...(await invisibleStops(page))];
}

/**
 * Stops of the Tab key that look the same with and without the focus (WCAG 2.2 §2.4.7), or have an order of their own.
 */
async function invisibleStops(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const stops = 'a[href], button, input, select, textarea, summary, audio[controls], video[controls], [tabindex]';
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(stops)) {
      if (element.tabIndex < 0 || element.getClientRects().length === 0) continue;
      const shown = `${element.tagName} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
      if (element.tabIndex > 0) faults.push(`an order of its own: ${shown}`);
      element.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
      if (document.activeElement !== element) continue;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
        faults.push(`the focus is invisible: ${shown}`);
      element.blur();
    }
    return faults;
  });
}

/**
 * Skips the header with the keyboard, and goes on with the Tab key.
 *
 * @param count - the number of stops after the header
 * @returns the role and the name of each stop, such as `link "Privacy"`
 */
export async function stopsAfterHeader(page: Page, count: number): Promise<readonly string[]> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const stops: string[] = [];
  for (let stop = 0; stop < count; stop++) {
    await page.keyboard.press('Tab');
    const [line = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
    stops.push(line.replace(/^- '?|'?:?$/g, ''));
  }
  return stops;
}
