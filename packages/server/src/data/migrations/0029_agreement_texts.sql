-- Texts of agreements that somebody has accepted, by the hash that the audit log names. They belong to nobody, and stay.
create table agreement_texts (
  sha256 text primary key,
  version text not null,
  text text not null,
  at timestamptz not null
);

create trigger agreement_texts_append_only before update or delete on agreement_texts
  for each row execute function refuse_change();
