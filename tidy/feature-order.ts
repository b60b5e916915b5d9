/**
 * The order of the features: each imports only from those above it. Read from the top it tells the product's story:
 * first the platform, then who uses it, then whose money moves through whom, last what is seen of it.
 */
export const featureOrder = [
  'platform',
  'captcha',
  'sms',
  'exports',
  'audit',
  'notices',
  'ledger',
  'members',
  'factors',
  'approvals',
  'users',
  'files',
  'profiles',
  'certifications',
  'merchant-keys',
  'cards',
  'callbacks',
  'channels',
  'upstreams',
  'disbursements',
  'batches',
  'orders',
  'recharges',
  'gateway',
  'dashboard',
  'demo',
] as const;
