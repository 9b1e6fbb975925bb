import { expect, test } from 'vitest';
import { createLoadShedding } from './load-shedding.ts';

/** A process whose time passes by hand. */
function open() {
	const state = { nowMs: 0, active: 0, idle: 0 };
	const people = createLoadShedding({ now: () => state.nowMs, times: () => ({ ...state }) });
	function pass(ms: number, utilization: number): boolean {
		state.nowMs += ms;
		state.active += ms * utilization;
		state.idle += ms * (1 - utilization);
		return people.isBusy();
	}
	return { people, pass };
}

test('busy is a process in which people wait while it works most of the time', () => {
	const { people, pass } = open();
	people.arrived();
	people.arrived();
	expect(pass(100, 0.4)).toBe(false);
	expect(pass(100, 0.6)).toBe(true);
});

test('work alone is not: nobody waits for it', () => {
	const { people, pass } = open();
	expect(pass(100, 1)).toBe(false);
	people.arrived();
	people.left();
	expect(pass(100, 1)).toBe(false);
});

test('how many wait is their average since the last look, not their number at the look', () => {
	const { people, pass } = open();
	for (let n = 0; n < 3; n += 1) people.arrived();
	pass(50, 1);
	for (let n = 0; n < 3; n += 1) people.left();
	expect(pass(50, 1)).toBe(true);
});

test('it is calm again a second after the last busy moment, and not before', () => {
	const { people, pass } = open();
	people.arrived();
	expect(pass(100, 1)).toBe(true);
	people.left();
	expect(pass(900, 0)).toBe(true);
	expect(pass(100, 0)).toBe(false);
});

test('looks that follow each other closely tell the same', () => {
	const { people, pass } = open();
	people.arrived();
	expect(pass(99, 1)).toBe(false);
	expect(pass(1, 1)).toBe(true);
	expect(pass(1, 0)).toBe(true);
});
