import type { Call } from '../../lib/calls/call.ts';

export async function createUserIfMissing(call: Call, signal?: AbortSignal): Promise<void> {
	try {
		await call('createUser', null, signal);
	} catch (error) {
		console.warn('the user record could not be created', error);
	}
}
