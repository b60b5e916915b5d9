/** The address of the operators' screen, for links within it. */
export const RECONCILIATION = '/operator/reconciliation';
