import { expect, test } from 'vitest';
import { isWhole } from './cluster.ts';
import { measureSilence } from './measure-silence.ts';

test('longestMs returns the longest pause, including an unfinished one', () => {
	const silence = measureSilence(10, 1_000);
	silence.look(10, 3_000);
	silence.look(11, 9_000);
	silence.look(12, 9_100);
	expect(silence.longestMs(9_200)).toBe(8_000);
	expect(silence.longestMs(20_000)).toBe(10_900);
	expect(measureSilence(12, 20_000).longestMs(20_100)).toBe(100);
});

test.each([
	['one', '{"leader":"one","sync_standby":"two"}', true],
	['one', '{"leader":"one","sync_standby":null}', false],
	// The new primary has not updated the sync state yet.
	['two', '{"leader":"one","sync_standby":"two"}', false],
	['', '{"leader":"one","sync_standby":"two"}', false],
	['one', '', false],
])('isWhole for leader %j and sync state %j returns %j', (leader, sync, whole) => {
	expect(isWhole(leader, sync)).toBe(whole);
});
