/**
 * A link to another screen by its address. It does not ask the router whether the screen has a route of its own: those
 * that are loaded later share one.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface ScreenLinkProps {
  /** `/order/list`. */
  to: `/${string}`;
  /** The query: `{ notify: 'failed' }`. */
  search?: Readonly<Record<string, string>>;
  className?: string | undefined;
  /** For screen readers, if the text alone does not say where it leads. */
  label?: string;
  children: ReactNode;
}

export function ScreenLink({ to, search = {}, className, label, children }: ScreenLinkProps) {
  return (
    <Link to={to} search={search} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
