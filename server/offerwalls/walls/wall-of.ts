import { callError } from '../../../contract/refusals.ts';
import type { OpenWall } from '../saved-walls/open-saved-wall.ts';
import type { Wall } from './wall.ts';
import type { WallChanges } from './wall-changes.ts';

export function wallOf({ walls }: { walls: readonly Wall[] }, id: string): Wall {
	return found(walls.find((one) => one.id === id));
}

export function savedWallOf({ wallChanges }: { wallChanges: Pick<WallChanges, 'saved'> }, id: string): OpenWall {
	return found(wallChanges.saved(id));
}

function found<Value>(value: Value | undefined): Value {
	if (value === undefined) throw callError('not-found', 'no-such-offerwall');
	return value;
}
