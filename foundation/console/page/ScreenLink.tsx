/** A link to another screen by its address. If the console has no such screen, only the text is shown. */
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface ScreenLinkProps {
  /** `/order/list`. */
  to: `/${string}`;
  /** The query: `{ notify: 'failed' }`. */
  search?: Readonly<Record<string, string>>;
  className?: string | undefined;
  children: ReactNode;
}

export function ScreenLink({ to, search = {}, className, children }: ScreenLinkProps) {
  const router = useRouter();
  if (!Object.hasOwn(router.routesByPath, to)) return <span className={className}>{children}</span>;
  return (
    <Link to={to} search={search} className={className}>
      {children}
    </Link>
  );
}
