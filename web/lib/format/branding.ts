import { type Branding, defaultBranding } from '../../../contract/branding.ts';

declare const __BRANDING__: Branding | undefined;

/** The operator's names, fixed when the web app is built. Tests run without a build and get the defaults. */
export const words: Branding = typeof __BRANDING__ === 'undefined' ? defaultBranding : __BRANDING__;

export const brand = words.brandFirst + words.brandSecond;
