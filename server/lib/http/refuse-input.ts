import type { z } from 'zod';
import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';

type Issue = z.core.$ZodIssue;

const FIELD_LENGTH_MAX = 50;
const kinds: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
	null: 'empty',
};
const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items', set: 'items' };
const WORDLESS = 'Invalid input';

export function refuseInput({ issues }: z.ZodError, input: unknown): CallError {
	const problems = issues.map((issue) => describe(issue, input));
	const problem = problems[0]?.message ?? 'This request has the wrong format.';
	return new CallError('invalid-argument', refusal('invalid-input', { problem }), { issues: problems });
}

function describe(issue: Issue, input: unknown): { path: string; message: string } {
	const inner = issue.code === 'invalid_union' ? innermost(issue) : issue;
	const path = inner.path.map(String).join('.');
	return { path, message: sentence(inner, path, valueAt(input, inner.path)) };
}

/** The last union member is the object form, so its validation issue is the most specific. */
function innermost(issue: Extract<Issue, { code: 'invalid_union' }>): Issue {
	const found = issue.errors.flat().findLast(({ path }) => path.length > 0);
	if (!found) return issue;
	const there = { ...found, path: [...issue.path, ...found.path] };
	return there.code === 'invalid_union' ? innermost(there) : there;
}

function sentence(issue: Issue, path: string, value: unknown): string {
	if (issue.code === 'unrecognized_keys') {
		return `Unknown field: ${issue.keys
			.map(quoted)
			.join(', ')
			.slice(0, 4 * FIELD_LENGTH_MAX)}.`;
	}
	const what = path === '' ? 'This request' : quoted(path);
	if (value === undefined && path !== '') return `${what} is missing.`;
	return `${what} ${demand(issue)}.`;
}

function demand(issue: Issue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `must be ${kinds[issue.expected] ?? 'in the right format'}`;
		case 'too_small':
			return issue.origin === 'string' && issue.minimum === 1
				? 'must not be empty'
				: `must ${amount(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
		case 'too_big':
			return `must ${amount(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
		case 'invalid_value':
			return issue.values.length > 20
				? 'has an unknown value'
				: `must be one of: ${issue.values.map(String).join(', ')}`;
		case 'invalid_format':
			return issue.format === 'uuid' ? 'is not a valid ID' : 'has the wrong format';
		case 'custom':
			return issue.message === WORDLESS ? 'has the wrong format' : issue.message;
		default:
			return 'has the wrong format';
	}
}

function amount(origin: string, comparison: string, limit: number | bigint): string {
	const unit = units[origin];
	return unit ? `have ${comparison} ${limit} ${unit}` : `be ${comparison} ${limit}`;
}

const quoted = (field: string): string => `“${field.slice(0, FIELD_LENGTH_MAX)}”`;

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
	let value = input;
	for (const key of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as Record<PropertyKey, unknown>)[key];
	}
	return value;
}
