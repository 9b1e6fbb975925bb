declare const __LANGUAGE__: string | undefined;

declare const __DIRECTION__: 'ltr' | 'rtl' | undefined;

export const direction = typeof __DIRECTION__ === 'undefined' ? 'ltr' : __DIRECTION__;
export const language: string = typeof __LANGUAGE__ === 'undefined' ? 'en' : __LANGUAGE__;
