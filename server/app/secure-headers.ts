import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { WORK_HEADER } from '../../contract/limits.ts';
import type { Config } from './config.ts';

type HeaderConfig = Pick<Config, 'publicUrl' | 'corsOrigins'>;

const CORS_MAX_AGE_S = 600;
const HSTS_MAX_AGE_S = 31_536_000;
/** Browser features that our pages do not use, and framed offerwalls may not use. */
const DENIED_FEATURES = [
	'accelerometer',
	'browsing-topics',
	'camera',
	'display-capture',
	'geolocation',
	'gyroscope',
	'hid',
	'idle-detection',
	'local-fonts',
	'magnetometer',
	'microphone',
	'midi',
	'payment',
	'serial',
	'usb',
	'xr-spatial-tracking',
];
const PERMISSIONS_POLICY = DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ');

export async function secureHeaders(app: FastifyInstance, config: HeaderConfig): Promise<void> {
	app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS_POLICY));
	await app.register(helmet, {
		// Pages get their policy, with hashes of scripts, in web-pages.ts.
		contentSecurityPolicy: {
			useDefaults: false,
			directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
		},
		referrerPolicy: { policy: 'no-referrer' },
		strictTransportSecurity: config.publicUrl.startsWith('https:')
			? { maxAge: HSTS_MAX_AGE_S, includeSubDomains: true }
			: false,
	});
	const options = {
		origin: [...config.corsOrigins],
		methods: ['GET', 'POST', 'PATCH'],
		allowedHeaders: [
			'authorization',
			'content-type',
			'last-event-id',
			'x-firebase-appcheck',
			'firebase-instance-id-token',
			WORK_HEADER,
		],
		exposedHeaders: ['retry-after', WORK_HEADER],
		maxAge: CORS_MAX_AGE_S,
	};
	await app.register(cors, {
		// Cross-origin requests may include credentials only under /auth, which alone uses a cookie.
		delegator: (request, answer) =>
			answer(null, { ...options, credentials: request.url?.startsWith('/auth/') === true }),
	});
}
