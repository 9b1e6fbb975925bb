import { expect, test } from 'vitest';
import { fillIn } from './fill-in.ts';

test('fillIn replaces placeholders and rejects one without a value', () => {
	const text = `bind \${HERE}\nserver \${ONE}:5432`;
	expect(fillIn(text, { HERE: ':80', ONE: '10.0.0.1' })).toBe('bind :80\nserver 10.0.0.1:5432');
	expect(() => fillIn(text, { ONE: '10.0.0.1' })).toThrow('HERE');
});
