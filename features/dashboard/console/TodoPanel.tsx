/** What a member still has to do, each with a link to the screen. */
import {
  IconBellX,
  IconCircleCheck,
  IconDeviceMobileCode,
  IconIdBadge2,
  IconLockDollar,
  IconPlugConnectedX,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { SkeletonBar, SkeletonGroup, Panel } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Summary, Todo } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './SidePanels.module.css';

interface TodoLink {
  icon: ComponentType<IconProps>;
  to: `/${string}`;
  search?: Readonly<Record<string, string>>;
  why: keyof typeof dashboardWords;
}

const todoLinks: Readonly<Record<Todo, TodoLink>> = {
  pay_password: { icon: IconLockDollar, to: '/user/paypassword', why: 'pay_password_why' },
  second_factor: { icon: IconDeviceMobileCode, to: '/user/bindgoogle', why: 'second_factor_why' },
  certification: { icon: IconIdBadge2, to: '/user/auth', why: 'certification_why' },
  failed_callbacks: { icon: IconBellX, to: '/order/list', search: { notify: 'failed' }, why: 'failed_callbacks_why' },
  receivers: { icon: IconPlugConnectedX, to: '/channel/api', search: { tab: 'callbacks' }, why: 'receivers_why' },
};

export interface TodoPanelProps {
  summary: Summary | undefined;
  /** What the page says elsewhere. */
  told: readonly Todo[];
}

export function TodoPanel({ summary, told }: TodoPanelProps) {
  const t = useWords(dashboardWords);
  const todos = summary?.todo.filter(({ what }) => !told.includes(what));
  return (
    <Panel title={t('todo')}>
      {todos === undefined ? (
        <SkeletonGroup className={classes.skeleton}>
          <SkeletonBar width="70%" />
          <SkeletonBar width="85%" />
          <SkeletonBar width="60%" />
        </SkeletonGroup>
      ) : todos.length === 0 ? (
        <p className={classes.done}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          {t('todo_done')}
        </p>
      ) : (
        <ul className={classes.todos}>
          {todos.map((todo) => (
            <TodoItem key={todo.what} todo={todo} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function TodoItem({ todo: { what, count } }: { todo: Summary['todo'][number] }) {
  const t = useWords(dashboardWords);
  const { icon: Icon, to, search, why } = todoLinks[what];
  return (
    <li>
      <ScreenLink to={to} {...(search ? { search } : {})} className={classes.todo}>
        <span className={classes.todoIcon} data-bad={what === 'failed_callbacks' || what === 'receivers' || undefined}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </span>
        <span className={classes.todoText}>
          <span className={classes.todoName}>{t(what, { count })}</span>
          <span className={classes.todoWhy}>{t(why)}</span>
        </span>
        <span className={classes.todoGo}>
          <ChevronRightIcon />
        </span>
      </ScreenLink>
    </li>
  );
}
