import { failureOf } from './failures.ts';

test.each([
	['regional-pricing', 'regional-pricing'],
	['gamepass_not_found', 'pass-not-found'],
	['ORDER_FAILED_USER_ERROR', 'pass-not-found'],
	['cancelled', 'called-off'],
	['robin_42 has no such pass', 'other'],
	['constructor', 'other'],
	[null, 'other'],
])('the stored refusal %s is reported to users as %s', (refusal, failure) => expect(failureOf(refusal)).toBe(failure));
