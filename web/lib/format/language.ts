declare const __LANGUAGE__: string | undefined;

export const language: string = typeof __LANGUAGE__ === 'undefined' ? 'en' : __LANGUAGE__;
