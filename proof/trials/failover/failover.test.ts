import { expect, test } from 'vitest';
import { isWhole } from './is-whole.ts';
import { measureSilence } from './measure-silence.ts';
import { inSeconds } from './silences.ts';

test('the longest pause counts, also one that is not over', () => {
	const silence = measureSilence();
	silence.begin(10, 1_000);
	silence.look(10, 3_000);
	silence.look(11, 9_000);
	silence.look(12, 9_100);
	expect(silence.longestMs(9_200)).toBe(8_000);
	expect(silence.longestMs(20_000)).toBe(10_900);
	silence.begin(12, 20_000);
	expect(silence.longestMs(20_100)).toBe(100);
});

test('silences are told by their median and the longest', () => {
	expect(inSeconds([9_040, 1_000, 2_000])).toBe('3 times, median 2.0 s, at most 9.0 s');
});

test.each([
	['one', '{"leader":"one","sync_standby":"two"}', true],
	['one', '{"leader":"one","sync_standby":null}', false],
	// The one before has written it, and the one after has not yet.
	['two', '{"leader":"one","sync_standby":"two"}', false],
	['', '{"leader":"one","sync_standby":"two"}', false],
	['one', '', false],
])('with the lock at %j and %j whole is %j', (leader, sync, whole) => {
	expect(isWhole(leader, sync)).toBe(whole);
});
