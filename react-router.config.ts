import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { defaultBranding } from './contract/branding.ts';
import { compileTexts } from './scripts/web/compile-texts.mjs';

// Everything that reads the source begins here: the types of the texts are there from then on.
await compileTexts({ folder: join(import.meta.dirname, 'web/texts'), words: defaultBranding });

export default {
	appDirectory: 'web',
	// The build script builds beside the served folder and swaps, so a failed build never takes the site down.
	buildDirectory: process.env.WEB_BUILD_DIRECTORY ?? 'build',
	ssr: false,
	prerender: [
		'/',
		'/login',
		'/sign-up',
		'/reset-password',
		'/verify-email',
		'/help',
		'/proof',
		'/status',
		'/privacy-policy',
		'/terms-of-service',
	],
} satisfies Config;
