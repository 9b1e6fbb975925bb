import { sql } from 'kysely';
import type { ExportTable } from '../../contract/exports.ts';
import { afterId, afterUid, type Export, line, pairOf, plain, robux, text, time } from './store-export-cells.ts';

/** What was decided and what happened: the smaller tables behind the pages of the admin area. */
export const recordExports = {
	'order-events': {
		sizedBy: 'payout_events',
		columns: 'uid,withdrawal_id,id,at,kind,details,times,last_at'.split(','),
		rows: (after, limit) => {
			const [uid = afterUid(undefined), order = afterUid(undefined), id = '0'] = after?.split(' ') ?? [];
			return sql`
				select uid || ' ' || withdrawal_id || ' ' || id as key, ${line(
					plain('uid'),
					plain('withdrawal_id'),
					plain('id'),
					time('at'),
					plain('kind'),
					text('details::text'),
					plain('times'),
					time('last_at'),
				)} as line
				from payout_events where (uid, withdrawal_id, id) > (${uid}::uuid, ${order}::uuid, ${id}::bigint)
				order by uid, withdrawal_id, id limit ${limit}`;
		},
	},
	'held-credits': {
		sizedBy: 'held_credits',
		columns: 'uid,hold_id,wall,transaction_id,release_at,outcome'.split(','),
		rows: (after, limit) => {
			const [uid, id] = pairOf(after, '0');
			return sql`
				select uid || ' ' || hold_id as key, ${line(
					plain('uid'),
					plain('hold_id'),
					text('wall'),
					text('transaction_id'),
					time('release_at'),
					plain('outcome'),
				)} as line
				from held_credits where (uid, hold_id) > (${uid}::uuid, ${id}::bigint) order by uid, hold_id limit ${limit}`;
		},
	},
	chargebacks: {
		sizedBy: 'chargebacks',
		columns: 'uid,transfer_id,at,forgiven_at'.split(','),
		rows: (after, limit) => {
			const [uid, id] = pairOf(after, '0');
			return sql`
				select uid || ' ' || transfer_id as key, ${line(
					plain('uid'),
					plain('transfer_id'),
					time('at'),
					time('forgiven_at'),
				)} as line
				from chargebacks where (uid, transfer_id) > (${uid}::uuid, ${id}::bigint)
				order by uid, transfer_id limit ${limit}`;
		},
	},
	adjustments: {
		sizedBy: 'adjustments',
		columns: 'uid,id,amount,reason,state,proposed_by,proposed_at,expires_at,decided_by,decided_at'.split(','),
		rows: (after, limit) => {
			const [uid, id] = pairOf(after, afterUid(undefined));
			return sql`
				select uid || ' ' || id as key, ${line(
					plain('uid'),
					plain('id'),
					robux('amount'),
					text('reason'),
					plain('state'),
					plain('proposed_by'),
					time('proposed_at'),
					time('expires_at'),
					plain('decided_by'),
					time('decided_at'),
				)} as line
				from adjustments where (uid, id) > (${uid}::uuid, ${id}::uuid) order by uid, id limit ${limit}`;
		},
	},
	'promo-codes': {
		sizedBy: 'promo_codes',
		columns: 'code,amount,uses,uses_max,per_user,starts_at,ends_at,closed_at,created_at,created_by'.split(','),
		rows: (after, limit) => sql`
			select code as key, ${line(
				text('code'),
				robux('amount'),
				plain('uses'),
				plain('uses_max'),
				plain('per_user'),
				time('starts_at'),
				time('ends_at'),
				time('closed_at'),
				time('created_at'),
				plain('created_by'),
			)} as line
			from promo_codes where code > ${after ?? ''} order by code limit ${limit}`,
	},
	'promo-redemptions': {
		sizedBy: 'promo_redemptions',
		columns: 'uid,code,use,at,transfer_id,network,user_agent'.split(','),
		rows: (after, limit) => {
			// A code has no spaces.
			const [uid = afterUid(undefined), code = '', use = '0'] = after?.split(' ') ?? [];
			return sql`
				select uid || ' ' || code || ' ' || use as key, ${line(
					plain('uid'),
					text('code'),
					plain('use'),
					time('at'),
					plain('transfer_id'),
					text('network'),
					text('user_agent'),
				)} as line
				from promo_redemptions where (uid, code, use) > (${uid}::uuid, ${code}, ${use}::integer)
				order by uid, code, use limit ${limit}`;
		},
	},
	'fraud-cases': {
		sizedBy: 'fraud_cases',
		columns: 'uid,state,score,opened_at,changed_at,signals,notes'.split(','),
		rows: (after, limit) => sql`
			select c.uid as key, ${line(
				plain('c.uid'),
				plain('c.state'),
				plain('c.score'),
				time('c.opened_at'),
				time('c.changed_at'),
				text(
					"(select string_agg(signal || ' ' || points, '; ' order by signal) from fraud_signals s where s.uid = c.uid)",
				),
				text("(select string_agg(n.text, '; ' order by id) from fraud_notes n where n.uid = c.uid)"),
			)} as line
			from fraud_cases c where c.uid > ${afterUid(after)} order by c.uid limit ${limit}`,
	},
	'manual-payouts': {
		sizedBy: 'manual_payouts',
		columns:
			'order_id,state,roblox_username,pass_id,net,price,taken_by,purchase_reference,reason,created_at,changed_at'.split(
				',',
			),
		rows: (after, limit) => sql`
			select order_id as key, ${line(
				text('order_id'),
				plain('state'),
				text('roblox_username'),
				plain('pass_id'),
				plain('net'),
				plain('price'),
				plain('taken_by'),
				text('purchase_reference'),
				text('reason'),
				time('created_at'),
				time('changed_at'),
			)} as line
			from manual_payouts where order_id > ${after ?? ''} order by order_id limit ${limit}`,
	},
	settlements: {
		sizedBy: 'payout_settlements',
		columns: 'id,order_id,uid,outcome,state,reason,proof,proposed_by,proposed_at,decided_by,decided_at'.split(','),
		rows: (after, limit) => sql`
			select id::text as key, ${line(
				plain('id'),
				text('order_id'),
				plain('uid'),
				plain('outcome'),
				plain('state'),
				text('reason'),
				text('proof'),
				plain('proposed_by'),
				time('proposed_at'),
				plain('decided_by'),
				time('decided_at'),
			)} as line
			from payout_settlements where id > ${afterUid(after)} order by id limit ${limit}`,
	},
	differences: {
		sizedBy: 'payout_reviews',
		columns: 'id,vendor,order_id,uid,kind,details,found_at,resolved_at,resolved_by,note'.split(','),
		rows: (after, limit) => sql`
			select id::text as key, ${line(
				plain('id'),
				text('vendor'),
				text('order_id'),
				plain('uid'),
				plain('kind'),
				text('details::text'),
				time('found_at'),
				time('resolved_at'),
				plain('resolved_by'),
				text('note'),
			)} as line
			from payout_reviews where id > ${afterId(after)} order by id limit ${limit}`,
	},
	log: {
		sizedBy: 'log_entries',
		columns: 'id,at,source,what,outcome,uid,order_id,device,note,took_ms'.split(','),
		rows: (after, limit) => sql`
			select id::text as key, ${line(
				plain('id'),
				time('at'),
				plain('source'),
				text('what'),
				text('outcome'),
				plain('uid'),
				text('order_id'),
				text('device'),
				text('note'),
				plain('took_ms'),
			)} as line
			from log_entries where id > ${afterId(after)} order by id limit ${limit}`,
	},
} satisfies Partial<Record<ExportTable, Export>>;
