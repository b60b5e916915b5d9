/** Tabs over a queue: what waits, with its count, and what was decided. */
import { ChoiceTabs, type ChoiceTabsProps } from '#foundation/console/display/ChoiceTabs.tsx';
import classes from './StateTabs.module.css';

export function StateTabs<Choice extends string>(props: ChoiceTabsProps<Choice>) {
  return (
    <div className={classes.tabs}>
      <ChoiceTabs {...props} />
    </div>
  );
}
