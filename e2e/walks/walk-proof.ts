import type { BrowserContext, Page } from '@playwright/test';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { loadConfig } from '../../server/app/config.ts';
import { provideSecrets } from '../../server/app/derive-secrets.ts';
import { checkpointDeps } from '../../server/app/published-settings.ts';
import type { Database } from '../../server/lib/db/database.ts';
import { prepareTree } from '../../server/public-proof/liabilities/liability-trees.ts';
import { makeCheckpoint } from '../../server/public-proof/make-checkpoint.ts';
import { readProofKey } from '../../server/public-proof/proof-key.ts';
import { expect } from '../support/patient.ts';
import type { RunningProduct } from '../support/product.ts';

type Walk = {
	context: BrowserContext;
	product: RunningProduct;
	database: Database;
	look: (step: string, page: Page) => Promise<void>;
};

const DAYS = 3;
const pages = { '/status': 'status', '/proof': 'proof' } as const;
const languages = ['en', 'de'] as const;

export async function walkProof({ context, product, database, look }: Walk): Promise<void> {
	await publishDays(product, database);
	const page = await context.newPage();
	for (const language of languages) {
		await context.addCookies([{ name: 'language', value: language, url: product.url }]);
		for (const [path, name] of Object.entries(pages)) {
			await page.goto(path);
			await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
			await look(language === 'en' ? name : `${name}-${language}`, page);
		}
	}
	await page.close();
}

/** Pretends that seeded withdrawals were paid in the last days. */
async function publishDays({ dataDir }: RunningProduct, owner: Database): Promise<void> {
	const today = Date.now() - (Date.now() % DAY_MS);
	await sql`
		with ranked as (select uid, id, row_number() over (order by id) as n from withdrawals where order_id like 'seed-%')
		update withdrawals w set updated_at = ends_at, created_at = ends_at - interval '1 second' * (40 + n * 7919 % 900 + n % 19 / 18 * 9000)
		from ranked r, lateral (
			select to_timestamp(${today / 1_000}) - interval '1 day' * (n % ${DAYS}) - interval '1 minute' * (1 + n * 7 % 1400) as ends_at
		) e where w.uid = r.uid and w.id = r.id
	`.execute(owner);
	const config = loadConfig({ DATA_DIR: dataDir });
	const proofKey = readProofKey((await provideSecrets(config)).proofKey);
	for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
		const clock = { now: () => today - ago * DAY_MS + MINUTE_MS };
		await makeCheckpoint({ ...checkpointDeps({ config, clock, proofKey }), owner, ...(await prepareTree(owner)) });
	}
}
