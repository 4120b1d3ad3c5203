/** The form to sign in to `/links`, which the server writes and the script takes over. */
import type { ComponentProps, VNode } from 'preact';

interface SignInProps {
  /** Receives the field with the token. */
  readonly field: NonNullable<ComponentProps<'input'>['ref']> | null;
  /** Why the token was refused; empty = it was not. */
  readonly refusal: string;
  readonly waiting: boolean;
  readonly signIn: () => void;
}

export function SignIn({ field, refusal, waiting, signIn }: SignInProps): VNode {
  return (
    <form
      class="own-form"
      onSubmit={(event) => {
        event.preventDefault();
        signIn();
      }}
    >
      <div class="field">
        <label for="token">Your token</label>
        {/* Without a name, no browser can put it into an address. */}
        <input
          {...{ ref: field, id: 'token', type: 'password', autocomplete: 'off', required: true }}
          aria-invalid={refusal === '' ? undefined : 'true'}
          aria-describedby={refusal === '' ? 'token-hint' : 'sign-in-error token-hint'}
        />
        <p class="aside" id="token-hint">
          You get it from the operator of this service. It is kept only until you close this tab or sign out.
        </p>
      </div>
      <p class="fault" id="sign-in-error" role="alert">
        {refusal}
      </p>
      <p class="buttons">
        <button type="submit" disabled={waiting}>
          Sign in
        </button>
      </p>
    </form>
  );
}
