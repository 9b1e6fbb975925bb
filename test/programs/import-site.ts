import { systemClock } from '../../server/lib/clock-and-log.ts';
import { createDatabase, createPool } from '../../server/lib/db/database.ts';
import { createSecretBox } from '../../server/lib/secrets/secret-box.ts';
import { importSite } from '../../server/move-in/move-site.ts';
import { openFiles } from '../../server/move-in/sources/read-files.ts';
import { mapping } from '../../server/move-in/sources/source.ts';
import { readProofKey } from '../../server/public-proof/proof-key.ts';
import { testMemory } from '../support/stubs.ts';

// A killable import from the files in a folder. Prints `READY` before it writes.
const [url = '', folder = ''] = process.argv.slice(2);
const pool = createPool({ url, poolSize: 2, applicationName: 'import', onError: () => {} });
const deps = {
	db: createDatabase(pool),
	clock: systemClock,
	memory: testMemory,
	secretBox: createSecretBox('a-secrets-key-of-more-than-32-characters'),
	proofKey: readProofKey(Buffer.alloc(32, 1).toString('base64url')),
};
const source = openFiles({
	project: 'old-loot',
	accounts: `${folder}/accounts.json`,
	documents: folder,
	hashConfig: `${folder}/hash.json`,
});
const options = { mapping: mapping.parse({}), hold: undefined, isFinal: false, onProgress: () => {} };
console.log('READY');
await importSite(deps, source, options);
await pool.end();
