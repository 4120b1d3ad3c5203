/** What this service stores and what servers learn, for `/privacy`. The build writes it. */
import { renderToString } from 'preact-render-to-string';

/** The HTML of the page. */
export function writePrivacy(): string {
  return renderToString(
    <>
      <p class="lead">Waypost keeps no record of what you open.</p>
      <h2>What is logged</h2>
      <p>
        One line for each request: the route, the scheme of the link, such as gopher, the status and the duration. The
        log never holds the link, your address, a name or a password. The network that Waypost runs on handles your
        requests too, under its own terms.
      </p>
      <p>
        A short link is stored with the name of its owner, the number of clicks and the time of the last click, but not
        with who clicked. Expired links are kept so that their names are never reused.
      </p>
      <h2>What servers learn</h2>
      <p>
        When you open a link, Waypost asks the server for you. The server sees the address of Waypost, not yours, and
        the request. Most of the old protocols are not encrypted: networks in between can read them.
      </p>
      <h2>What your browser keeps</h2>
      <p>
        Waypost sets no cookies and stores nothing in your browser. Its pages do not tell other sites where you came
        from. A user name and password go only to the server that asks for them. Your browser keeps them; Waypost does
        not.
      </p>
      <p>
        The explorer on the home page reads what you type with a script in your browser, and sends it nowhere. Your
        browser keeps it in the history of the tab, so that you can go back to it. The documentation, terminals, copy
        buttons and the page of short links have scripts of ours too. A token that you type there stays in the memory of
        its tab. No page loads anything from other sites.
      </p>
    </>,
  );
}
