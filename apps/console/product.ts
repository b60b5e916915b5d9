/** The product's name, until the platform's configuration gives its own. */
export const PRODUCT = 'Countinghouse';
