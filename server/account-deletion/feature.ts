import type { accountDataCalls } from '../../contract/accounts/account.ts';
import type { Feature } from '../lib/feature.ts';
import { adminDeleteUser, type DeletionDeps, deleteOwnAccount } from './delete-account.ts';
import { type ExportDeps, exportOwnData } from './export-my-data.ts';

export const accountDeletion = {
	calls: { deleteAccount: deleteOwnAccount, exportMyData: exportOwnData, adminDeleteUser },
} satisfies Feature<typeof accountDataCalls, DeletionDeps & ExportDeps>;
