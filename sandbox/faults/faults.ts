export const incomingParts = ['platform', 'vendor'] as const;
export const outgoingParts = ['vendor-callback', 'postback'] as const;
export const faultParts = [...incomingParts, ...outgoingParts] as const;
export type IncomingPart = (typeof incomingParts)[number];
export type OutgoingPart = (typeof outgoingParts)[number];
export type FaultPart = (typeof faultParts)[number];

/** With `-after`, the work is done first. Status codes from 400 to 599 are kinds too. */
export const incomingKinds = [
	'delay',
	'timeout-before',
	'timeout-after',
	'reset',
	'reset-after',
	'500-after',
	'garbage',
	'slow-drip',
] as const;

/** `timeout-after` delivers the callback; `out-of-order` sends it after the next one of its part. */
export const outgoingKinds = [
	'delay',
	'timeout-before',
	'timeout-after',
	'reset',
	'garbage',
	'duplicate',
	'out-of-order',
	'slow-drip',
] as const;

export type Fault = {
	id: number;
	part: FaultPart;
	kind: string;
	/** Requests left to fail; null: until cleared. */
	remaining: number | null;
	/** Affects only URLs with this text. */
	path: string | null;
	/** The wait of `delay`, the longest hold of `out-of-order`, the pause between pieces of `slow-drip`. */
	delayMs: number;
	/** Sent as `retry-after` with 429 and 503. */
	retryAfterSec: number;
};

export type NewFault = Pick<Fault, 'part' | 'kind'> & {
	[Detail in Exclude<keyof Fault, 'id' | 'part' | 'kind'>]?: Fault[Detail] | undefined;
};
export type Faults = ReturnType<typeof createFaults>;

const FAULTS_MAX = 100;
const defaultDelayMs: Record<string, number> = { 'slow-drip': 20, 'out-of-order': 10_000 };

export function isFaultOf(part: FaultPart, kind: string): boolean {
	if ((outgoingParts as readonly string[]).includes(part)) return (outgoingKinds as readonly string[]).includes(kind);
	return (incomingKinds as readonly string[]).includes(kind) || /^[45]\d\d$/.test(kind);
}

/** The oldest matching fault is used first. */
export function createFaults() {
	let faults: Fault[] = [];
	let nextId = 1;

	return {
		list: () => [...faults],

		add(fault: NewFault): Fault {
			if (!isFaultOf(fault.part, fault.kind))
				throw new RangeError(`${fault.part} doesn't support the fault ${fault.kind}`);
			if (faults.length >= FAULTS_MAX) throw new RangeError(`at most ${FAULTS_MAX} faults at a time`);
			const added: Fault = {
				id: nextId++,
				part: fault.part,
				kind: fault.kind,
				remaining: fault.remaining ?? null,
				path: fault.path ?? null,
				delayMs: fault.delayMs ?? defaultDelayMs[fault.kind] ?? 2_000,
				retryAfterSec: fault.retryAfterSec ?? 1,
			};
			faults.push(added);
			return added;
		},

		take(part: FaultPart, address: string): Fault | undefined {
			const fault = faults.find((each) => each.part === part && (each.path === null || address.includes(each.path)));
			if (!fault) return undefined;
			if (fault.remaining !== null) fault.remaining -= 1;
			if (fault.remaining === 0) faults = faults.filter((each) => each !== fault);
			return fault;
		},

		clear(which: { id?: number | undefined; part?: FaultPart | undefined } = {}): void {
			faults = faults.filter(
				(each) =>
					(which.id !== undefined && each.id !== which.id) || (which.part !== undefined && each.part !== which.part),
			);
		},
	};
}
