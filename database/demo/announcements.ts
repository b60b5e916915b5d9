/** The demo's announcements to its members. */

export const demoAnnouncements: readonly { title: string; body: string; daysAgo: number }[] = [
  {
    daysAgo: 61,
    title: 'Welcome to Countinghouse',
    body: 'Your console is ready. Start with **your API settings**, then send a first order to the sandbox:\n\n- create an order\n- open its cashier page\n- press *Pay* and watch your wallet',
  },
  {
    daysAgo: 27,
    title: 'Bank transfer: higher limit',
    body: 'The range of **Bank transfer** now goes up to **500,000.00** per order. The rate stays as it is.',
  },
  {
    daysAgo: 9,
    title: 'Callbacks are signed twice during a key change',
    body: 'When you rotate your key, callbacks carry both signatures until the overlap ends. Nothing has to be switched at the same moment.',
  },
  {
    daysAgo: 1,
    title: 'Maintenance on Sunday, 03:00–03:20',
    body: 'The console may answer slowly for some minutes. **Payments and callbacks go on as usual.**',
  },
];
