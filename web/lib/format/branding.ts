import { type Branding, defaultBranding } from '../../../contract/branding.ts';

declare const __BRANDING__: Branding | undefined;
declare const __PAPER_COLOURS__: readonly [light: string, dark: string];

/** A build contains placeholders that the server fills in, so derive nothing from them at build time. */
export const words: Branding = typeof __BRANDING__ === 'undefined' ? defaultBranding : __BRANDING__;

export const brand = words.brandFirst + words.brandSecond;

export const paperColours = typeof __PAPER_COLOURS__ === 'undefined' ? (['', ''] as const) : __PAPER_COLOURS__;
