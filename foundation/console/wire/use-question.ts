/** A yes-or-no question that can be awaited: `if (await question.ask(figures)) await send()`. */
import { useState } from 'react';

export interface Question<What> {
  /** For the dialog. `asked` stays while the dialog closes. */
  readonly shown: { readonly asked: What | undefined; readonly opened: boolean };
  ask(what: What): Promise<boolean>;
  answer(yes: boolean): void;
}

export function useQuestion<What>(): Question<What> {
  const [asked, setAsked] = useState<{ what: What; resolve: (yes: boolean) => void }>();
  const [opened, setOpened] = useState(false);
  return {
    shown: { asked: asked?.what, opened },
    ask: (what) =>
      new Promise<boolean>((resolve) => {
        setAsked({ what, resolve });
        setOpened(true);
      }),
    answer: (yes) => {
      asked?.resolve(yes);
      setOpened(false);
    },
  };
}
