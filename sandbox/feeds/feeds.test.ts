import { eventually, openTestSandbox, requestJson } from '../played-product.ts';
import { offersOf } from './offers.ts';

const sandbox = openTestSandbox({}, () => ({ status: 200, body: 'OK' }));

test('the AdGate postback carries the user, the click and the event id', async () => {
	const [offer] = offersOf('adgate', 0);
	const step = { userId: 'u', click: 'c', offerId: offer?.id, goalId: offer?.goals[1]?.id };
	await requestJson(`${sandbox.url()}/wall/steps`, 'POST', step);
	const sent = await eventually(() => sandbox.received()[0]);
	const fields = Object.fromEntries(new URL(sent.path, 'http://product').searchParams);
	expect(fields).toMatchObject({ s1: 'u', s2: 'c', state: 'approved', event_id: offer?.goals[1]?.id });
});
