import texts from '../../../contract/texts/en.json' with { type: 'json' };
import { m } from '../../texts/messages.js';
import { readBirthDate } from './birth-date.ts';

const now = Date.UTC(2026, 10, 21);

test.each([
	['9', '2', '2000', '2000-02-09'],
	[' 29 ', '02', '2004', '2004-02-29'],
	['21', '11', '2026', '2026-11-21'],
])('converts %s %s %s to the ISO date %s', (day, month, year, birthDate) =>
	expect(readBirthDate({ day, month, year }, now)).toEqual({ birthDate }),
);

const rejects = {
	'a missing part': [m.refusal_auth_age_required(), ['', '', ''], ['1', '', '2000'], [' ', '1', '2000']],
	'a short year, whose century is unknown': [m.identity_birth_year_incomplete(), ['1', '1', '05']],
	'a day, month or year that does not exist': [
		m.identity_birth_date_invalid(),
		...[
			['31', '4', '2000'],
			['29', '2', '2001'],
			['0', '1', '2000'],
			['1', '13', '2000'],
			['1', '1', '1899'],
		],
		...[
			['1', '1', '20001'],
			['x', '1', '2000'],
			['1.5', '1', '2000'],
			['-1', '1', '2000'],
			['22', '11', '2026'],
		],
	],
} satisfies Record<string, [string, ...string[][]]>;

test.each(Object.entries(rejects))('rejects %s', (_what, [problem, ...all]) => {
	for (const [day, month, year] of all) expect(readBirthDate({ day, month, year } as never, now)).toEqual({ problem });
});

test('answers do not reveal the minimum age', () => {
	for (const year of ['2025', '2013', '1990', '1900']) {
		expect(readBirthDate({ day: '1', month: '1', year }, now)).toEqual({ birthDate: `${year}-01-01` });
	}
	const sentences = Object.entries(texts).filter(([key]) => key.startsWith('identity_birth'));
	expect(JSON.stringify(sentences)).not.toMatch(/\b1[38]\b|age of/);
});
