/**
 * A link between the agents' screens. They exist whenever one of them is shown, so that no check is needed; the router
 * does not know them by name, because they are loaded later.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface AgentLinkProps {
  to: '/agent/userlist' | '/agent/orderList' | '/agent/commission';
  search?: Readonly<Record<string, string>>;
  className?: string | undefined;
  children: ReactNode;
}

export function AgentLink({ to, search = {}, className, children }: AgentLinkProps) {
  return (
    <Link to={to} search={search} className={className}>
      {children}
    </Link>
  );
}
