import { defaultWords, type Words } from '../../contract/words.ts';

declare const __WORDS__: Words | undefined;

/** The operator's names, fixed when the web app is built. Tests run without a build and get the defaults. */
export const words: Words = typeof __WORDS__ === 'undefined' ? defaultWords : __WORDS__;

export const brand = words.brandFirst + words.brandSecond;
