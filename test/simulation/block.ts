/** So many histories have one seed. */
export const BLOCK = 200;
/** So many of them play months. */
export const MONTHS_IN_BLOCK = 2;
