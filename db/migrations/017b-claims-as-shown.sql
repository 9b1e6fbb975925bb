-- Displayed reward with boosts, in hundredths of R$; null: unknown step.
alter table claims add column shown bigint check (shown > 0);
