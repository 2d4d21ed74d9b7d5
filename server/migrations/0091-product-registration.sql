-- Whether a product and its lots are registered with the firm's identifier node by themselves, and the firm's own items
-- of their records: RegTemplateItem of the contract.
alter table product add column reg_on boolean not null default false;
alter table product add column reg_template jsonb not null default '[]' check (jsonb_typeof(reg_template) = 'array');
create index product_reg_on on product (firm_id, id) where reg_on and is_del = 0;
