import { createLoadShedding } from './load-shedding.ts';

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

test('the process is busy while requests wait and the event loop works most of the time', () => {
	const { people, pass } = open();
	people.arrived();
	people.arrived();
	expect(pass(100, 0.4)).toBe(false);
	expect(pass(100, 0.6)).toBe(true);
});

test('a working event loop without waiting requests is not busy', () => {
	const { people, pass } = open();
	expect(pass(100, 1)).toBe(false);
	people.arrived();
	people.left();
	expect(pass(100, 1)).toBe(false);
});

test('the number of waiting requests is an average since the last check', () => {
	const { people, pass } = open();
	for (let n = 0; n < 3; n += 1) people.arrived();
	pass(50, 1);
	for (let n = 0; n < 3; n += 1) people.left();
	expect(pass(50, 1)).toBe(true);
});

test('the process stays busy until a second after the last busy moment', () => {
	const { people, pass } = open();
	people.arrived();
	expect(pass(100, 1)).toBe(true);
	people.left();
	expect(pass(900, 0)).toBe(true);
	expect(pass(100, 0)).toBe(false);
});

test('checks in quick succession return the same result', () => {
	const { people, pass } = open();
	people.arrived();
	expect(pass(99, 1)).toBe(false);
	expect(pass(1, 1)).toBe(true);
	expect(pass(1, 0)).toBe(true);
});
