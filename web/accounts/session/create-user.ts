import type { Call } from '../../lib/calls/call.ts';

export async function createUserIfMissing(call: Call): Promise<void> {
	try {
		await call('createUser', null);
	} catch (error) {
		console.warn('the user record could not be created', error);
	}
}
