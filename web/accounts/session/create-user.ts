import type { Call } from '../../lib/calls/call.ts';
import { originOfTab } from '../../lib/origin.ts';

export async function createUserIfMissing(call: Call, signal?: AbortSignal): Promise<void> {
	try {
		const { created } = await call('createUser', null, signal);
		if (created) await call('noteSource', originOfTab(), signal);
	} catch (error) {
		console.warn('the user record could not be created', error);
	}
}
