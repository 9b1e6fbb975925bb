import pg from 'pg';
import { CONNECTION } from './database.ts';

const SETTINGS = { ...CONNECTION, application_name: 'lootpass-live', query_timeout: 5_000 };

export type Channel = ReturnType<typeof createChannel>;

/** A connection that listens on a channel and notifies its other listeners. The channel's name must be an identifier. */
export function createChannel(options: {
	url: string;
	name: string;
	onPayload: (payload: string) => void;
	/** May be called more than once. */
	onLost: (error: Error) => void;
}) {
	const { url, name, onPayload, onLost } = options;
	const client = new pg.Client({ ...SETTINGS, connectionString: url });
	client.on('error', onLost);
	client.on('end', () => onLost(new Error('the connection was closed')));
	client.on('notification', ({ payload = '' }) => onPayload(payload));
	return {
		async listen(): Promise<void> {
			await client.connect();
			await client.query(`listen ${name}`);
		},
		async notify(payloads: readonly string[]): Promise<void> {
			await client.query(`select pg_notify('${name}', payload) from unnest($1::text[]) as payload`, [payloads]);
		},
		end: () => client.end(),
	};
}
