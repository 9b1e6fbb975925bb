-- The rule that had banned the account (contract/accounts/statements.ts).
alter table deleted_account_memory add column ban_rule text;

create index former_addresses_mailbox on former_addresses (mailbox_of(email)) where confirmed;
