import texts from '../../../contract/texts/en.json' with { type: 'json' };
import { m } from '../../texts/messages.js';
import { readBirthDate } from './birth-date.ts';

const now = Date.UTC(2026, 10, 21);

test('converts typed parts to an ISO date', () => {
	expect(readBirthDate({ day: '9', month: '2', year: '2000' }, now)).toEqual({ birthDate: '2000-02-09' });
	expect(readBirthDate({ day: ' 29 ', month: '02', year: '2004' }, now)).toEqual({ birthDate: '2004-02-29' });
	expect(readBirthDate({ day: '21', month: '11', year: '2026' }, now)).toEqual({ birthDate: '2026-11-21' });
});

test('reports a missing part', () => {
	for (const typed of [{}, { day: '1', month: '', year: '2000' }, { day: ' ', month: '1', year: '2000' }]) {
		expect(readBirthDate(typed, now)).toEqual({ problem: m.refusal_auth_age_required() });
	}
});

test('does not guess the century of a short year', () => {
	expect(readBirthDate({ day: '1', month: '1', year: '05' }, now)).toEqual({
		problem: m.identity_birth_year_incomplete(),
	});
});

test('rejects invalid and future dates of birth', () => {
	const typed = [
		['31', '4', '2000'],
		['29', '2', '2001'],
		['0', '1', '2000'],
		['1', '13', '2000'],
		['1', '1', '1899'],
		['1', '1', '20001'],
		['x', '1', '2000'],
		['1.5', '1', '2000'],
		['-1', '1', '2000'],
		['22', '11', '2026'],
	];
	for (const [day, month, year] of typed) {
		expect(readBirthDate({ day, month, year } as never, now)).toEqual({ problem: m.identity_birth_date_invalid() });
	}
});

test('answers do not reveal the minimum age', () => {
	for (const year of ['2025', '2013', '1990', '1900']) {
		expect(readBirthDate({ day: '1', month: '1', year }, now)).toEqual({ birthDate: `${year}-01-01` });
	}
	const sentences = Object.entries(texts).filter(([key]) => key.startsWith('identity_birth'));
	expect(JSON.stringify(sentences)).not.toMatch(/\b1[38]\b|age of/);
});
