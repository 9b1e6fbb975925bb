import { type Branding, defaultBranding } from './branding.ts';

/** What else of the operator's stands in pages. */
export type PageWords = Branding & {
	/** Empty where it is not set. */
	publicUrl: string;
	adminBanner: string;
	paperLight: string;
	paperDark: string;
	accentLight: string;
	/** Of pages and branding together: a part of every address that browsers keep for good. */
	version: string;
};

/** Placeholder for a brand word in the build. The server fills it in at start. */
export const placeholder = (name: keyof PageWords): string => `@@${name}@@`;

export const placeholders = Object.fromEntries(
	Object.keys(defaultBranding).map((name) => [name, placeholder(name as keyof Branding)]),
) as Branding;

/** Where built scripts and styles are. */
export const ASSETS_FOLDER = `assets/${placeholder('version')}`;
