-- What the application's role may do, table by table. Run by the owner after every migration, in one transaction, so it
-- must stay idempotent: everything is taken away first, then given. Each feature appends its own block.
-- Append-only tables get `select, insert` and nothing else: that is how the books are kept from being rewritten.

revoke create on schema public from public;
grant usage on schema public to lootpass_app;
revoke all on all tables in schema public from lootpass_app;
