/** The demo's own shop: where it receives callbacks, below the server's address. */
export const DEMO_NOTIFY_PATH = '/demo/shop/notify';
