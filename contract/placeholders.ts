import { type Branding, defaultBranding } from './branding.ts';

export type PageWords = Branding & {
	publicUrl: string;
	adminBanner: string;
	paperLight: string;
	paperDark: string;
	accentLight: string;
	/** Offered languages, separated by commas. */
	languages: string;
	/** Hash of pages and branding, part of every immutable URL. */
	version: string;
};

export const placeholder = (name: keyof PageWords): string => `@@${name}@@`;

export const placeholders = Object.fromEntries(
	Object.keys(defaultBranding).map((name) => [name, placeholder(name as keyof Branding)]),
) as Branding;

export const ASSETS_FOLDER = `assets/${placeholder('version')}`;
