/** The links between the pages of a long list. */
import type { VNode } from 'preact';

interface PageLinksProps {
  /** From 1. */
  readonly page: number;
  /** The number of pages; `null` = the list is not read further than this page. */
  readonly pages: number | null;
  readonly hasNext: boolean;
  /** The address of a page; `null` if it has none. */
  readonly hrefOf: (page: number) => string | null;
}

/** The links; `null` for a list of one page. */
export function PageLinks({ page, pages, hasNext, hrefOf }: PageLinksProps): VNode | null {
  if (page === 1 && !hasNext) return null;
  const linkTo = (page: number) => {
    const href = hrefOf(page);
    return href === null ? {} : { href };
  };
  return (
    <nav class="pages" aria-label="Pages of this list">
      {page > 1 && (
        <a {...linkTo(page - 1)} rel="prev">
          Previous
        </a>
      )}
      <span>{pages === null ? `Page ${page}` : `Page ${page} of ${pages}`}</span>
      {hasNext && (
        <a {...linkTo(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  );
}
