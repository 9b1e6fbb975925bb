import { expect, test } from 'vitest';
import { isSameText } from './same-text.ts';

test.each([
	['abc', 'abc', true],
	['', '', true],
	['abc', 'ab', false],
	['ab', 'abc', false],
	['abc', '', false],
	['abc', 'abd', false],
	['é', 'e', false],
])('isSameText(%j, %j) is %s', (expected, given, isSame) => expect(isSameText(expected, given)).toBe(isSame));
