import { join } from 'node:path';
import { newEmail, signUpForm } from '../../../test/sites/identity-site.ts';
import { bearer, send } from '../../../test/sites/json-client.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { writeNetworkTable } from '../../../test/support/network-table-file.ts';
import { loadConfig } from '../../app/config.ts';
import { createIsServed } from './served-country.ts';

const NETWORK_TABLE = join(testFolder(), 'table.mmdb');
writeNetworkTable(NETWORK_TABLE, [
	['18.0.0.0/8', { country_code: 'US' }],
	['145.100.0.0/15', { country_code: 'NL' }],
]);
const env = { COUNTRIES_NOT_SERVED: 'US', NETWORK_TABLE, TRUSTED_PROXIES: 'loopback' };
const { product } = openTestProduct({ env });
const [american, dutch] = ['18.0.0.1', '145.100.0.1'];
const from = (ip: string) => ({ 'x-forwarded-for': ip });

const signUp = (ip: string, email = newEmail()) =>
	send('POST', `${product().url}/auth/sign-up/email`, signUpForm({ email }), from(ip));
const ways = async (ip: string) =>
	(await fetch(`${product().url}/auth/ways`, { headers: from(ip) })).json() as Promise<{ served: boolean }>;
const callFrom = async (ip: string, token: string, name: string, data: unknown = null) =>
	(await send('POST', `${product().url}/api/${name}`, { data }, { ...from(ip), ...bearer(token) })).body;

async function newcomer(): Promise<string> {
	const { body } = await signUp(dutch);
	const answer = await fetch(`${product().url}/auth/token`, { headers: { ...from(dutch), ...bearer(body.token) } });
	return ((await answer.json()) as { token: string }).token;
}

test('sign-up from a country that is not served is refused with a reason; others succeed', async () => {
	const email = newEmail();
	const refused = await signUp(american, email);
	expect([refused.status, refused.body]).toMatchObject([
		403,
		{ code: 'auth/operation-not-allowed', reason: 'country-not-served', message: expect.stringContaining('country') },
	]);
	expect((await signUp(dutch, email)).status, 'nothing was left of it').toBe(200);
	const served = [(await ways(american)).served, (await ways(dutch)).served, (await ways('127.0.0.1')).served];
	expect(served).toEqual([false, true, true]);
});

test('an existing user can sign in and withdraw from an unserved country, but gets no offers', async () => {
	const email = newEmail();
	await signUp(dutch, email);
	const form = { email, password: signUpForm().password };
	expect((await send('POST', `${product().url}/auth/sign-in/email`, form, from(american))).status).toBe(200);

	const token = await newcomer();
	expect((await callFrom(dutch, token, 'getOfferwalls')).result).not.toEqual([]);
	expect((await callFrom(american, token, 'getOfferwalls')).result).toEqual([]);
	expect((await callFrom(american, token, 'getOffers', {})).result.items).toEqual([]);
	const { error } = await callFrom(american, token, 'openOffer', { id: 'any' });
	expect(error.details).toMatchObject({ reason: 'country-not-served' });
	const limits = async (ip: string) => (await callFrom(ip, token, 'getWithdrawLimits')).result.country_served;
	expect([await limits(american), await limits(dutch)]).toEqual([false, true]);
	// The request fails only for its missing fields.
	const withdrawal = await callFrom(american, token, 'processWithdrawal', {});
	expect(withdrawal.error.details).toMatchObject({ reason: 'fill-in-all-fields' });
});

test.each(['UK', 'us', 'USA', 'XX', 'NL;DE'])(
	'the setting COUNTRIES_NOT_SERVED rejects the invalid country list %s',
	(given) => expect(() => loadConfig({ COUNTRIES_NOT_SERVED: given })).toThrow(/COUNTRIES_NOT_SERVED/),
);
test('the setting COUNTRIES_NOT_SERVED accepts ISO country codes', () => {
	expect(loadConfig({ COUNTRIES_NOT_SERVED: 'GB, NL' }).countriesNotServed).toEqual(['GB', 'NL']);
});
test('the setting COUNTRIES_NOT_SERVED serves visitors from an unknown country', () => {
	expect(createIsServed(() => undefined, { countriesNotServed: ['NL'] })('192.0.2.1')).toBe(true);
});
