import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { MyData } from '../../contract/accounts/account.ts';
import type { AlertKind } from '../../contract/admin/alerts.ts';
import type { Access, Call } from '../../contract/call.ts';
import type { DataAddress, DataAnswer, DataInput } from '../../contract/data.ts';
import type { Database, Tx } from './db/database.ts';
import type { Lines } from './db/read-in-pages.ts';
import type { Actor, RateLimit, TooOftenReason } from './http/callers.ts';
import type { Job } from './jobs/jobs.ts';

export type Caller<Who extends Access = Access> = (Who extends 'anonymous'
	? { actor: Actor | undefined }
	: Who extends 'thread'
		? { actor: Actor | undefined; threadToken: string | undefined }
		: { actor: Actor }) & { ip: string; userAgent: string | null };

export type DataCaller = {
	actor: Actor;
	recheck(): Promise<unknown>;
	request: FastifyRequest<{ Params: Record<string, string> }>;
	reply: FastifyReply;
};

export type DataHandler<Address extends DataAddress, Deps> = (
	deps: Deps,
	input: DataInput<Address>,
	caller: DataCaller,
) => Promise<DataAnswer<Address>>;

export type Handler<One extends Call, Deps> = (
	deps: Deps,
	input: z.output<One['input']>,
	caller: Caller<One['access']>,
) => Promise<z.output<One['output']>>;

/** Checked after access, before a large body is read. `visitor` is an IPv4 address or an IPv6 /64. */
export type CallLimit = RateLimit & { by: 'user' | 'visitor'; reason?: TooOftenReason };

export type Alert = { kind: AlertKind; message: string };

export type Gauge<Deps> = {
	name: string;
	help: string;
	labels?: readonly string[];
	read: (deps: Deps) => Promise<readonly { labels?: Record<string, string>; value: number }[]>;
};

export type BoundGauge = Omit<Gauge<never>, 'read'> & { read: () => ReturnType<Gauge<never>['read']> };

type Exports = {
	[Part in keyof MyData]?: (
		tx: Tx,
		uid: string,
	) => Promise<MyData[Part] | (MyData[Part] extends (infer Line)[] ? Lines<Line> : never)>;
};

/**
 * Reads a user's changes after a position. Without a valid `position`, returns only the current position.
 * Changes committed later must get a later position than any returned one, or they are lost.
 */
export type LiveSource<Deps> = {
	name: 'offer' | 'withdrawal' | 'notice';
	listChangesSince: (deps: Deps, uid: string, position: string | undefined) => Promise<LiveChanges>;
};
type LiveChanges = { items: readonly unknown[]; position: string };

export type BoundLiveSource = Pick<LiveSource<never>, 'name'> & {
	listChangesSince: (uid: string, position: string | undefined) => Promise<LiveChanges>;
};

export type WithOwner = { owner: Database };

/** Write callbacks as properties: TypeScript checks methods less strictly. */
export type Feature<Calls extends Record<string, Call>, Deps, JobDeps = Deps & WithOwner> = {
	calls?: { [Name in keyof Calls]: Handler<Calls[Name], Deps> };
	limits?: { [Name in keyof Calls]?: readonly CallLimit[] };
	data?: { [Address in DataAddress]?: DataHandler<Address, Deps> };
	routes?: (app: FastifyInstance, deps: Deps) => void | Promise<void>;
	/** These routes have none of the site's hooks, headers and error format. */
	bareRoutes?: (app: FastifyInstance, deps: Deps) => void | Promise<void>;
	/** Runs before the process serves requests or jobs, possibly more than once. */
	prepare?: (deps: Deps) => Promise<void>;
	jobs?: readonly Job<JobDeps>[];
	alerts?: (deps: Deps) => Promise<Alert[]>;
	liveSources?: readonly LiveSource<Deps>[];
	gauges?: readonly Gauge<Deps>[];
	erase?: (tx: Tx, whom: { uid: string; atMs: number }) => Promise<void>;
	exports?: Exports;
};
