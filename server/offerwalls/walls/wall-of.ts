import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Wall } from './wall.ts';

/** @throws CallError `not-found` for an unknown wall. */
export function wallOf({ walls }: { walls: readonly Wall[] }, id: string): Wall {
	const wall = walls.find((one) => one.id === id);
	if (!wall) throw new CallError('not-found', refusal('no-such-offerwall'));
	return wall;
}
