import type { LocalizedMessage } from '../../../contract/localized-message.ts';
import { placesOf, textKeyOf, waitOf } from '../../../contract/refusal-places.ts';
import * as refusals from '../../texts/refusals.js';
import { formatAsServer } from '../format/formats.ts';

const texts = refusals as Record<string, (places: never) => string>;

/** Returns the original message for an unknown reason. Throws if a placeholder has no value. */
export function inOwnWords({ message, reason, params }: LocalizedMessage): string {
	const key = reason === undefined ? '' : textKeyOf(reason);
	return key in texts ? fill(key, placesOf(params, { amount: formatAsServer, wait, localize: inOwnWords })) : message;
}

function wait(seconds: number): string {
	const { key, count } = waitOf(seconds);
	return fill(key, { count });
}

function fill(key: string, places: Record<string, unknown>): string {
	const strict = new Proxy(places, {
		get(target, name: string) {
			if (name in target) return target[name];
			throw new Error(`${key} has no value for ${name}`);
		},
	});
	return texts[key]?.(strict as never) ?? '';
}
