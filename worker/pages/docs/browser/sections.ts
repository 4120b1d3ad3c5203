/** The place of the reader: the section in the window is marked in the contents, and folded targets of links unfold. */

/** Marks the link of the section that is at the top of the window. */
export function markSection(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a[href^="#"]')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  const mark = (): void => {
    // A section is current from the time when its heading reaches the upper third of the window.
    const current = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3);
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  document.addEventListener('scroll', mark, { passive: true });
  mark();
}

/** Unfolds the element that the address names, now and whenever the fragment changes. */
export function openTarget(): void {
  const open = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(target instanceof HTMLDetailsElement)) return;
    target.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
}
