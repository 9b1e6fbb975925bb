import type { UserDocumentState } from '../../lib/calls/data-client.ts';

export function isAgeUnknown(user: UserDocumentState): boolean {
	return isRefusedFor(user, 'age-unknown');
}

export function isAddressUnconfirmed(user: UserDocumentState): boolean {
	return isRefusedFor(user, 'confirm-email-first');
}

function isRefusedFor(user: UserDocumentState, reason: string): boolean {
	if (user.kind !== 'failed') return false;
	const { details } = user.error;
	return typeof details === 'object' && details !== null && 'reason' in details && details.reason === reason;
}
