/** A yes-or-no question that can be awaited: `if (await question.ask(figures)) await send()`. */
import { useState } from 'react';

export interface Confirmation<What> {
  /** For the dialog. `asked` stays while the dialog closes. */
  readonly shown: { readonly subject: What | undefined; readonly opened: boolean };
  ask(what: What): Promise<boolean>;
  answer(yes: boolean): void;
}

export function useConfirmation<What>(): Confirmation<What> {
  const [pending, setPending] = useState<{ what: What; resolve: (yes: boolean) => void }>();
  const [opened, setOpened] = useState(false);
  return {
    shown: { subject: pending?.what, opened },
    ask: (what) =>
      new Promise<boolean>((resolve) => {
        setPending({ what, resolve });
        setOpened(true);
      }),
    answer: (yes) => {
      pending?.resolve(yes);
      setOpened(false);
    },
  };
}
