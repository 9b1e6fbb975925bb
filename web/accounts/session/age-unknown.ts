import type { UserDocumentState } from '../../lib/calls/data-client.ts';

export const isAgeUnknown = (user: UserDocumentState): boolean => isRefusedFor(user, 'age-unknown');

export const isAddressUnconfirmed = (user: UserDocumentState): boolean => isRefusedFor(user, 'confirm-email-first');

function isRefusedFor(user: UserDocumentState, reason: string): boolean {
	if (user.kind !== 'failed') return false;
	const { details } = user.error;
	return typeof details === 'object' && details !== null && 'reason' in details && details.reason === reason;
}
