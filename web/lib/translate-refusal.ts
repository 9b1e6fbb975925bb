import { m } from '../texts/messages.js';
import { formatAmount } from './amount.ts';
import { refusalPairs } from './refusal-texts.ts';
import { words } from './words.ts';

/** Stands where a value will stand. No sentence has it by itself. */
const PLACE = '\uE000';
/** More than any sentence takes. */
const PLACES = Array.from({ length: 4 }, () => PLACE) as never[];

/** Long sentences first: a short one with a place in it could swallow them. */
const patterns = refusalPairs
	.map(([sentence, text]) => ({ english: typeof sentence === 'string' ? sentence : sentence(...PLACES), text }))
	.sort((a, b) => b.english.length - a.english.length)
	.map(({ english, text }) => ({ pattern: new RegExp(`^${escaped(english).replaceAll(PLACE, '(.+)')}$`, 's'), text }));

/** @returns the sentence in this build's language; one that is not known, as an operator's own words are, as it is. */
export function translateRefusal(sentence: string): string {
	for (const { pattern, text } of patterns) {
		const found = pattern.exec(sentence);
		if (found) return text(...found.slice(1).map(translateValue));
	}
	return sentence;
}

/** What stands in a sentence: an amount, a time to wait, another sentence that gives the reason, or a name. */
function translateValue(value: string): string {
	const amount = value.endsWith(` ${words.currencySign}`)
		? Number(value.slice(0, -words.currencySign.length - 1))
		: Number.NaN;
	if (!Number.isNaN(amount)) return formatAmount(amount);
	const [, count = '', unit] = /^(\d+) (second|minute)s?$/.exec(value) ?? [];
	if (unit === 'second') return count === '1' ? m.refusal_second() : m.refusal_seconds({ count });
	if (unit === 'minute') return count === '1' ? m.refusal_minute() : m.refusal_minutes({ count });
	return translateRefusal(value);
}

function escaped(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
