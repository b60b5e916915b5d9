/**
 * A link to another place in the statement. Its screen exists whenever it is shown, so that no check is needed; the router
 * does not know it by name, because it is loaded later.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { STATEMENT_PATH } from './period.ts';

export interface StatementLinkProps {
  /** The query. */
  params: Readonly<Record<string, string>>;
  className?: string | undefined;
  children: ReactNode;
}

export function StatementLink({ params, className, children }: StatementLinkProps) {
  return (
    <Link to={STATEMENT_PATH} search={params} className={className}>
      {children}
    </Link>
  );
}
