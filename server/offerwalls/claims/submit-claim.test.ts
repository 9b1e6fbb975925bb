import { sql } from 'kysely';
import { claimCalls } from '../../../contract/offerwalls/claims.ts';
import { openOffersWorld } from '../../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { OutboundRequest } from '../../lib/http/outbound.ts';
import { getClaims } from './get-claims.ts';
import { openClaim } from './open-claim.ts';
import { SUBMIT_CLAIM_TASK, submitClaim } from './submit-claim.ts';

const { app, owner } = openTestDatabase();
const world = openOffersWorld(app, owner);
const [wall] = world.walls;
wall.claims = { kind: 'adscend', publisherId: '42', profileId: '7' };
const deps = { ...world.deps, walls: world.walls, pictures: { remake: async (bytes: Buffer) => bytes } };

async function opened() {
	const who = await world.person();
	const { reference } = await openClaim(
		deps,
		claimCalls.openClaim.input.parse({ wall_id: 'one', note: 'Level 30.' }),
		who,
	);
	const states = async () =>
		(await getClaims(deps, { limit: 1, cursor: undefined }, who)).items.map(({ state }) => state);
	return { ...who, reference, states };
}

function answering(status: number) {
	const requests: OutboundRequest[] = [];
	const send = async (request: OutboundRequest) => {
		requests.push(request);
		return { status, headers: new Headers(), text: '{}' };
	};
	return {
		requests,
		deps: { ...deps, words: { legalContact: 'help@rewards.example' }, publish() {}, sendRequest: send },
	};
}

test("sends the claim to the partner's API without the user's name or email, and notifies the user", async () => {
	const { uid, reference, states } = await opened();
	const { rows } = await sql`
		select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
		where t.identifier = ${SUBMIT_CLAIM_TASK}
	`.execute(owner);
	expect(rows).toContainEqual({ payload: { reference } });
	const partner = answering(201);
	await submitClaim(partner.deps, { reference });
	expect(partner.requests).toMatchObject([
		{
			method: 'POST',
			url: `https://adscendmedia.com/adwall/api/publisher/42/profile/7/user/${uid}/tickets.json`,
			body: { name: reference, email: 'help@rewards.example', subject_id: 1, offer_name: 'One', message: 'Level 30.' },
		},
	]);
	expect(JSON.stringify(partner.requests)).not.toContain(`${uid}@example.com`);
	expect(await states()).toEqual(['asked-partner']);
	const notices = await sql`select kind from notices where uid = ${uid}`.execute(owner);
	expect(notices.rows).toEqual([{ kind: 'claim-asked' }]);
	await submitClaim(partner.deps, { reference });
	expect(partner.requests).toHaveLength(1);
});

test('the claim stays open and the job fails while the partner responds with an error', async () => {
	const { reference, states } = await opened();
	await expect(submitClaim(answering(503).deps, { reference })).rejects.toThrow('503');
	expect(await states()).toEqual(['open']);
});

test('sends nothing for a claim that was deleted with its account', async () => {
	const partner = answering(201);
	await submitClaim(partner.deps, { reference: 'C-GONE' });
	expect(partner.requests).toEqual([]);
});
