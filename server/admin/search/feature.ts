import type { searchCalls } from '../../../contract/admin/workplace.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminSearch, type SearchDeps } from './search.ts';

export const search = { calls: { adminSearch } } satisfies Feature<typeof searchCalls, SearchDeps>;
