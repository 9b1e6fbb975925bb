import type { Call } from '../../lib/calls/call.ts';

/** Makes the record of whoever is signed in. It is usually there already, and whatever needs it tells when it is not. */
export async function createUserIfMissing(call: Call): Promise<void> {
	try {
		await call('createUser', null);
	} catch (error) {
		console.warn('the user record could not be created', error);
	}
}
