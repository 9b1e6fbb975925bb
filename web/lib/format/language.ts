declare const __LANGUAGE__: string | undefined;

/** The language that this build speaks, as a BCP 47 tag. Tests run without a build and get English. */
export const language: string = typeof __LANGUAGE__ === 'undefined' ? 'en' : __LANGUAGE__;
