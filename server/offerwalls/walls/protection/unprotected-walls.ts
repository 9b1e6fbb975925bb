import { asRobuxCents, robuxToWire } from '../../../../contract/money.ts';
import { requireSecondAboveAllowance } from '../../../accounts/allowance.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../../../accounts/with-audit.ts';
import type { Clock } from '../../../lib/clock-and-log.ts';
import { endHolds } from '../../booking/end-holds.ts';
import { selectUnprotectedHolds } from '../../booking/store-held.ts';
import type { Wall } from '../wall.ts';
import { isUnprotected } from './wall-guard.ts';

type Deps = ActionDeps & { publish: (uid: string) => void };
type Decide = StaffCall<'adminDecideHeldCredits', Deps, { holds?: number[] }>;

const AT_ONCE = 500;

/** Never ends holds of the admins who decide. */
export const adminDecideHeldCredits: Decide = async (deps, input, admin) => {
	const { id, uid, decision, reason, holds: proposed } = input;
	const action = { action: 'decide-held-credits', reason, details: { wall: id, decision } };
	const { holds, amount } = await withAudit(deps, admin, action, async (tx, atMs) => {
		const deciders = [admin.actor.uid, admin.approval?.proposedBy ?? admin.actor.uid];
		const found = await selectUnprotectedHolds(tx, { wall: id, uid, proposed, except: deciders, limit: AT_ONCE });
		const holds = await endHolds(tx, found, atMs, () => (decision === 'release' ? 'released' : 'cancelled'));
		const amount = asRobuxCents(holds.reduce((sum, held) => sum + held.amount, 0));
		const proposal = { id, uid, decision, reason, holds: holds.map(({ holdId }) => holdId) };
		await requireSecondAboveAllowance(tx, admin, { amount, atMs, input: proposal });
		const keeps = ['wall', 'decision', 'credits', 'amount'];
		const change = { credits: holds.length, amount: robuxToWire(amount), keeps };
		return { result: { holds, amount }, change: holds.length > 0 ? change : undefined };
	});
	for (const each of new Set(holds.map((held) => held.uid))) deps.publish(each);
	return { credits: holds.length, amount: robuxToWire(amount) };
};

/** Warns that credits of an unprotected wall will be held; an upgraded site still books them until then. */
export async function listUnprotectedAlerts({ walls, clock }: { walls: readonly Wall[]; clock: Clock }) {
	const isWarned = (wall: Wall) => wall.enabled && isUnprotected(wall) && wall.unprotectedUntilMs > clock.now();
	const warned = walls.filter(isWarned);
	const [first] = warned.toSorted((one, other) => one.unprotectedUntilMs - other.unprotectedUntilMs);
	if (!first) return [];
	const day = new Date(first.unprotectedUntilMs).toISOString().slice(0, 10);
	const ids = warned.map(({ id }) => id).join(', ');
	const message = `Postbacks of these offerwalls can be forged: ${ids}. Add their allowed IPs. From ${day} on, their credits are held until you release them.`;
	return [{ kind: 'unprotected-walls' as const, message }];
}
