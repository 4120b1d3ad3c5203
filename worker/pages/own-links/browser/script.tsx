/**
 * The script of `/links`, which takes over the form to sign in that the server has written. The token of the owner is
 * kept for the tab alone, in `sessionStorage`.
 */
import { hydrate, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { startCopyButtons } from '../../parts/browser/buttons.ts';
import { prefixOwnPaths } from '../../parts/browser/own-paths.ts';
import { SignIn } from '../sign-in.tsx';
import { useLinkList } from './link-list.ts';
import { type LinkPage, type LinksApi, linksApi, listLinks, useAttempt } from './links-api.ts';
import { NewLink } from './new-link.tsx';
import { OwnList } from './own-list.tsx';

/** The token is kept for the tab, as its hint says. */
const KEPT = 'waypost-token';

/** An owner who has signed in, with the first links of the list. */
interface SignedInOwner {
  readonly api: LinksApi;
  readonly first: LinkPage;
}

function OwnLinks(): VNode {
  const [session, setSession] = useState<SignedInOwner | null>(null);
  const { waiting, error, setError, attempt } = useAttempt();
  const field = useRef<HTMLInputElement>(null);
  const hasSignedOut = useRef(false);

  /** Forgets the token and the links. `reason` = why, if the owner did not ask for it. */
  const signOut = (reason: Error | null): void => {
    hasSignedOut.current = true;
    sessionStorage.removeItem(KEPT);
    setSession(null);
    setError(reason);
  };
  const signIn = (token: string): Promise<void> =>
    attempt(async () => {
      // What a header cannot hold would be sent as nothing, and the service would ask for a header.
      if (!/^[!-~]+$/.test(token))
        return signOut(
          new Error('This token is not valid. Copy it again: a token has only printable characters of ASCII.'),
        );
      const api = linksApi(token, signOut);
      const first = await listLinks(api);
      sessionStorage.setItem(KEPT, token);
      setSession({ api, first });
    });

  useEffect(() => {
    const token = sessionStorage.getItem(KEPT);
    if (token !== null) void signIn(token);
  }, []);
  // When the page opens, the focus stays where it is.
  useLayoutEffect(() => {
    if (error !== null || hasSignedOut.current) field.current?.focus();
  }, [session, error]);

  if (session !== null) return <SignedIn {...session} signOut={() => signOut(null)} />;
  return (
    <SignIn
      field={field}
      refusal={error?.message ?? ''}
      waiting={waiting}
      signIn={() => void signIn(field.current?.value.trim() ?? '')}
    />
  );
}

function SignedIn({ api, first, signOut }: SignedInOwner & { readonly signOut: () => void }): VNode {
  const list = useLinkList(api, first);
  return (
    <>
      <NewLink list={list} />
      <OwnList list={list} signOut={signOut} />
    </>
  );
}

prefixOwnPaths();
document.documentElement.classList.add('has-script');
startCopyButtons();
const place = document.getElementById('own-links');
if (place !== null) hydrate(<OwnLinks />, place);
