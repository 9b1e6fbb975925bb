import { type Bug, inFolder } from './bug.ts';

const bug = inFolder('server/offerwalls/claims');
const settling = '/server/admin/claims/settle-claim.ts';
const orders = '/test/late-credits.test.ts';

export const claimBugs: readonly Bug[] = [
	bug('a late credit is paid beside its claim', 'store-watched.ts', orders, {
		from: 'await postAllUnderLock(tx, ends.flatMap(toReturn));',
		to: 'void postAllUnderLock;',
	}),
	bug('more goes back of a claim than its credit brings', 'late-credit.ts', 'late-credit.test.ts', {
		from: 'const goesBack = asRobuxCents(Math.min(before, credit.amount));',
		to: 'const goesBack = before;',
	}),
	bug('a claim gives way to a second credit of its offer', 'late-credit.ts', 'late-credit.test.ts', {
		from: 'if (goesBack === before || claim.steps <= 1) left.delete(claim);',
		to: 'if (goesBack === before) left.delete(claim);',
	}),
	bug('a claim is paid though its partner has paid meanwhile', settling, orders, {
		from: 'await requireNotPaid(tx, claim, amount);',
		to: 'void requireNotPaid;',
	}),
	bug('a claim is paid twice', settling, '/server/admin/claims/settle-claim.test.ts', {
		from: "if (claim.state === 'settled' || claim.state === 'declined') {",
		to: "if (claim.state === 'declined') {",
	}),
	bug('what came for somebody else answers a claim', 'find-evidence.ts', 'open-claim.test.ts', {
		from: 'findPostbacks({ db }, { uid, wall: wall.id, since',
		to: 'findPostbacks({ db }, { wall: wall.id, since',
	}),
	bug('a claim shows the boost of now, not of the click', 'claim-subject.ts', 'open-claim.test.ts', {
		from: 'boostAt(wall, moment.atMs)?.percent',
		to: 'boostAt(wall, deps.clock.now())?.percent',
	}),
	bug('pictures of claims stay for a year', 'claim-pictures.ts', 'open-claim.test.ts', {
		from: "- keptMs('pictures')",
		to: "- 12 * keptMs('pictures')",
	}),
];
