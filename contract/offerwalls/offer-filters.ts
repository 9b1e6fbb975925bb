/** No imports, so that the browser need not load the schema library. */
export const offerCategories = ['game', 'survey', 'app', 'quiz', 'shop', 'other'] as const;
export type OfferCategory = (typeof offerCategories)[number];

export const offerDevices = ['android', 'ios', 'desktop'] as const;
export type OfferDevice = (typeof offerDevices)[number];

export const offerOrders = ['recommended', 'reward', 'quick', 'new'] as const;
export type OfferOrder = (typeof offerOrders)[number];

export const OFFERS_PAGE_SIZE = 24;
export const OFFERS_PAGE_SIZE_MAX = 100;
export const OFFER_SEARCH_LENGTH_MAX = 60;

export const OFFER_PICTURES = '/offer-pictures/';
export const OFFER_LINK = '/offer-link/';
