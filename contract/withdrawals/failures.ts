/** Reasons for users, who never see texts of the vendor or of staff. */
export const withdrawalFailures = [
	'pass-not-found',
	'pass-of-someone-else',
	'regional-pricing',
	'user-not-found',
	'out-of-stock',
	'called-off',
	'screening',
	'other',
] as const;
export type WithdrawalFailure = (typeof withdrawalFailures)[number];

const vendorReasons: ReadonlyMap<string, WithdrawalFailure> = new Map([
	['gamepass_not_found', 'pass-not-found'],
	['ORDER_FAILED_USER_ERROR', 'pass-not-found'],
	['cancelled', 'called-off'],
]);

/** @param refusal as stored; null once the account is deleted. */
export function failureOf(refusal: string | null | undefined): WithdrawalFailure {
	return withdrawalFailures.find((failure) => failure === refusal) ?? vendorReasons.get(refusal ?? '') ?? 'other';
}
