import type { UserDocumentState } from '../../lib/calls/data-client.ts';

/** An account that Google made can do nothing until it has told a date of birth: every answer says so, its record too. */
export function isAgeUnknown(user: UserDocumentState): boolean {
	if (user.kind !== 'failed') return false;
	const { details } = user.error;
	return typeof details === 'object' && details !== null && 'reason' in details && details.reason === 'age-unknown';
}
