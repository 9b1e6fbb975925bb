import type { accountDataCalls } from '../../contract/accounts/account.ts';
import type { Feature } from '../lib/feature.ts';
import { deleteOwnAccount } from './delete-account.ts';
import { adminDeleteUser, type DeleteUserDeps } from './delete-user.ts';
import { type ExportDeps, exportOwnData } from './export-my-data.ts';

export const accountDeletion = {
	calls: { deleteAccount: deleteOwnAccount, exportMyData: exportOwnData, adminDeleteUser },
} satisfies Feature<typeof accountDataCalls, DeleteUserDeps & ExportDeps>;
