import type { Config } from '@react-router/dev/config';

export default {
	appDirectory: 'web',
	// The build script builds beside the served folder and swaps, so a failed build never takes the site down.
	buildDirectory: process.env.WEB_BUILD_DIRECTORY ?? 'build',
	ssr: false,
	prerender: ['/', '/login', '/sign-up', '/reset-password', '/verify-email', '/privacy-policy', '/terms-of-service'],
} satisfies Config;
