import { type Branding, defaultBranding } from '../../../contract/branding.ts';

declare const __BRANDING__: Branding | undefined;
declare const __PAPER_COLOURS__: readonly [light: string, dark: string];

/**
 * The operator's names. A build has placeholders, so nothing may be reckoned from them before a browser reads them.
 * Tests run without a build and get the defaults.
 */
export const words: Branding = typeof __BRANDING__ === 'undefined' ? defaultBranding : __BRANDING__;

export const brand = words.brandFirst + words.brandSecond;

/** What a browser paints its own frame with. */
export const paperColours = typeof __PAPER_COLOURS__ === 'undefined' ? (['', ''] as const) : __PAPER_COLOURS__;
