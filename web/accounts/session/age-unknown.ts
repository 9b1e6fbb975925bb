import type { UserDocumentState } from '../../lib/calls/data-client.ts';

/** An account that Google made can do nothing until it has told a date of birth: every answer says so, its record too. */
export function isAgeUnknown(user: UserDocumentState): boolean {
	return isRefusedFor(user, 'age-unknown');
}

/** Likewise one from a network that makes many, until its address is confirmed. */
export function isAddressUnconfirmed(user: UserDocumentState): boolean {
	return isRefusedFor(user, 'confirm-email-first');
}

function isRefusedFor(user: UserDocumentState, reason: string): boolean {
	if (user.kind !== 'failed') return false;
	const { details } = user.error;
	return typeof details === 'object' && details !== null && 'reason' in details && details.reason === reason;
}
