import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { MyData } from '../../contract/accounts/account.ts';
import type { Access, Call } from '../../contract/call.ts';
import type { DataAddress, DataAnswer, DataInput } from '../../contract/data.ts';
import type { Database, Tx } from './db/database.ts';
import type { Actor } from './http/actor.ts';
import type { DataCaller } from './http/data.ts';
import type { RateLimit, TooOftenReason } from './http/rate-limit.ts';
import type { Job } from './jobs/jobs.ts';

/** Who calls, as far as the call's access admits them. */
export type Caller<Who extends Access = Access> = (Who extends 'anonymous'
	? { actor: Actor | undefined }
	: Who extends 'thread'
		? { actor: Actor | undefined; threadToken: string | undefined }
		: { actor: Actor }) & { ip: string; userAgent: string | null };

/** A use case: it serves a call as it is. */
export type Handler<One extends Call, Deps> = (
	deps: Deps,
	input: z.output<One['input']>,
	caller: Caller<One['access']>,
) => Promise<z.output<One['output']>>;

/** Applied after access and parsing, before the handler. `visitor`: an IPv4 address or an IPv6 /64. */
export type CallLimit = RateLimit & { by: 'user' | 'visitor'; reason?: TooOftenReason };

/** Something an operator should look at. `kind` identifies it between two runs. */
export type Alert = { kind: string; message: string };

/** A figure of the whole site for `/metrics`, read from the database. */
export type Gauge<Deps> = {
	name: string;
	help: string;
	labels?: readonly string[];
	/** An empty list: the gauge has no value now. */
	read: (deps: Deps) => Promise<readonly { labels?: Record<string, string>; value: number }[]>;
};

/** A gauge whose dependencies are bound to it. */
export type BoundGauge = Omit<Gauge<never>, 'read'> & { read: () => ReturnType<Gauge<never>['read']> };

/** `isComplete` is false where the list was cut at `EXPORT_LINES_MAX`. */
export type ExportedLines<Line> = { lines: Line[]; isComplete: boolean };

type Exports = {
	[Part in keyof MyData]?: (
		tx: Tx,
		uid: string,
	) => Promise<MyData[Part] | (MyData[Part] extends (infer Line)[] ? ExportedLines<Line> : never)>;
};

/**
 * News on a user's live stream, as items of the history.
 * `listChangesSince` returns the user's news after `position`, oldest first, and the position after them. Without a position
 * it returns no items and the current position. The caller repeats until there are no items.
 * A later commit must not lie at or before a returned position, or its news is lost. Positions come back from clients: one
 * that cannot be read is treated like none.
 */
export type LiveSource<Deps> = {
	name: 'offer' | 'withdrawal' | 'notice';
	listChangesSince: (deps: Deps, uid: string, position: string | undefined) => Promise<LiveChanges>;
};
type LiveChanges = { items: readonly unknown[]; position: string };

/** A live source whose dependencies are bound to it. */
export type BoundLiveSource = Pick<LiveSource<never>, 'name'> & {
	listChangesSince: (uid: string, position: string | undefined) => Promise<LiveChanges>;
};

/** The jobs' connection as the owner of the tables. */
export type WithOwner = { owner: Database };

/**
 * What a feature contributes to the product. `server/app/features.ts` composes the list.
 * Write callbacks as properties: TypeScript checks methods less strictly.
 */
export type Feature<Calls extends Record<string, Call>, Deps, JobDeps = Deps & WithOwner> = {
	calls?: { [Name in keyof Calls]: Handler<Calls[Name], Deps> };
	limits?: { [Name in keyof Calls]?: readonly CallLimit[] };
	data?: {
		[Address in DataAddress]?: (
			deps: Deps,
			input: DataInput<Address>,
			caller: DataCaller,
		) => Promise<DataAnswer<Address>>;
	};
	/** HTTP addresses that are neither calls nor data. */
	routes?: (app: FastifyInstance, deps: Deps) => void | Promise<void>;
	/** The same beside the site: without its hooks, headers and error form. */
	bareRoutes?: (app: FastifyInstance, deps: Deps) => void | Promise<void>;
	/** Runs before this process serves requests or works off jobs, and may run twice. */
	prepare?: (deps: Deps) => Promise<void>;
	jobs?: readonly Job<JobDeps>[];
	alerts?: (deps: Deps) => Promise<Alert[]>;
	liveSources?: readonly LiveSource<Deps>[];
	gauges?: readonly Gauge<Deps>[];
	/** Runs when an account is deleted, in the order of the list of features. */
	erase?: (tx: Tx, whom: { uid: string; atMs: number }) => Promise<void>;
	/** Parts of a person's data export. */
	exports?: Exports;
};
