import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { defaultBranding } from './contract/branding.ts';
import { compileTexts } from './scripts/web/compile-texts.mjs';

// Compiled first, because everything that reads the source needs the types of the texts.
await compileTexts({ folder: join(import.meta.dirname, 'web/texts'), words: defaultBranding });

export default {
	appDirectory: 'web',
	// The build script swaps folders, so a failed build does not take the site down.
	buildDirectory: process.env.WEB_BUILD_DIRECTORY ?? 'build',
	ssr: false,
	prerender: [
		'/',
		'/login',
		'/sign-up',
		'/reset-password',
		'/verify-email',
		'/undo-email-change',
		'/stop-change',
		'/unsubscribe',
		'/help',
		'/proof',
		'/status',
		'/earnings',
		'/privacy-policy',
		'/terms-of-service',
		'/accessibility',
		'/data-retention',
	],
} satisfies Config;
