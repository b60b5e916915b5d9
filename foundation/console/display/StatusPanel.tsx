/** Shows the state of one thing: an icon in the state's colour, a title, an explanation and further content. */
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { Tone } from './StatusBadge.tsx';
import classes from './StatusPanel.module.css';

export interface StatusPanelProps {
  tone: Tone;
  icon: ComponentType<IconProps>;
  title: string;
  titleId?: string;
  hint: ReactNode;
  children?: ReactNode;
  /** One element at the end of the line; on a phone, next to the icon. */
  aside?: ReactNode;
}

export function StatusPanel({ tone, icon: Icon, title, titleId, hint, children, aside }: StatusPanelProps) {
  return (
    <div className={classes.panel} data-tone={tone} data-aside={aside === undefined ? undefined : true}>
      <Icon size={28} stroke={1.75} aria-hidden />
      <div>
        <h2 id={titleId}>{title}</h2>
        <p>{hint}</p>
        {children}
      </div>
      {aside}
    </div>
  );
}
