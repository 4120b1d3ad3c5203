/** What moves on a page while it loads. */

/** The cumulative layout shift of a page so far: what moved without a click or a key. */
export async function layoutShift(page: { evaluate: (script: string) => Promise<unknown> }): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(
        list.getEntries().reduce((sum, { hadRecentInput, value }) => hadRecentInput ? sum : sum + value, 0),
      )).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(0), 300);
    })`),
  );
}
