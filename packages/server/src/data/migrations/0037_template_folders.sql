-- Where people find a template in lists: names separated by "/", such as Invoices/2026; empty for none.
alter table templates add column folder text not null default '';
