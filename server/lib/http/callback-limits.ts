/** What a callback may bring, of a partner or of a vendor. */
export const CALLBACK_BODY_BYTES_MAX = 64 * 1024;
export const CALLBACK_ADDRESS_BYTES_MAX = 8 * 1024;
