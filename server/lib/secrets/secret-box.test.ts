import { createSecretBox, keyIdOf, SealBroken, WrongKey } from './secret-box.ts';

const box = createSecretBox('a-secrets-key-of-more-than-32-characters');
const other = createSecretBox('another-secrets-key-of-32-characters-or-so');
const sealed = box.seal("a partner's secret", 'offerwall cpx');

test('a secret box opens sealed text, which differs at each sealing', () => {
	expect(box.open(sealed, 'offerwall cpx')).toBe("a partner's secret");
	expect(sealed).not.toContain('secret');
	expect(box.seal("a partner's secret", 'offerwall cpx')).not.toBe(sealed);
	expect(box.open(box.seal('', 'nothing'), 'nothing')).toBe('');
});

test('a secret box reports text that another key sealed', () => {
	expect(() => other.open(sealed, 'offerwall cpx')).toThrow(WrongKey);
	expect(keyIdOf(sealed)).toBe(box.keyId);
	expect(other.keyId).not.toBe(box.keyId);
});

test('refuses text sealed for another purpose, and text changed in one place', () => {
	expect(() => box.open(sealed, 'offerwall bitlabs')).toThrow(SealBroken);
	const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
	for (let at = 'v1.01234567.'.length; at < sealed.length - 1; at += 1) {
		expect(() => box.open(flip(sealed, at), 'offerwall cpx')).toThrow(SealBroken);
	}
	for (const text of ['', 'v1', `v1.${box.keyId}.`, `v1.${box.keyId}.AAAA`, sealed.slice(0, -4), sealed.slice(0, 30)]) {
		expect(() => box.open(text, 'offerwall cpx')).toThrow(SealBroken);
	}
});
