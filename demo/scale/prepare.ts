/** Once for each connection: what the statements below draw from. Temporary, so that it goes with it. */
export const PREPARE = `
SET TIME ZONE 'UTC'; SET jit = off; SET synchronous_commit = off; SET work_mem = '64MB';

/* From 0 up to and without 1: the same for the same key and salt. */
CREATE FUNCTION pg_temp.luck(key bigint, salt int) RETURNS float8 IMMUTABLE LANGUAGE sql AS $$
  SELECT ((hashint8extended(key, salt) >> 11) & 9007199254740991)::float8 / 9007199254740992 $$;

/* A UUID of version 7 that was made at that time. */
CREATE FUNCTION pg_temp.id(seed text, kind text, key bigint, at timestamptz) RETURNS uuid IMMUTABLE
LANGUAGE sql AS $$
  SELECT overlay(overlay(md5(kind || key || seed)
    placing lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '7' from 1 for 13)
    placing 'a' from 17 for 1)::uuid $$;

/* 43 URL-safe characters. */
CREATE FUNCTION pg_temp.secret(seed text, kind text, key bigint) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT translate(encode(sha256(convert_to(kind || key || seed, 'UTF8')), 'base64'), '+/=', '-_') $$;

CREATE TEMP TABLE run (
  organization_id uuid, seed text, round bigint, now timestamptz, total bigint, method text, seats text);
CREATE TEMP TABLE slots (
  pool text, slot int, price_id uuid, product_id uuid, asks_seats boolean, amount_type amount_type,
  amount int, months int, trial_days int);
CREATE TEMP TABLE reductions (
  slot int, id uuid, off int, basis_points int, lasts_months int);
CREATE TEMP TABLE gifts (benefit_id uuid, properties jsonb);
CREATE TEMP TABLE people (nr int, first text, last text, local_first text, local_last text, country text, city text);

/* One purchase each: a subscription, or (sale) something to own. */
CREATE TEMP TABLE purchases (
  key bigint, n bigint, buyer bigint, fate text, at timestamptz, customer_at timestamptz,
  customer_id uuid, checkout_id uuid, subscription_id uuid, attempt_id uuid,
  price_id uuid, product_id uuid, amount_type amount_type, amount int, subtotal int, months int,
  trial_days int, discount_id uuid, lasts_months int, base timestamptz, paid int,
  status subscription_status, period_start timestamptz, period_end timestamptz, ended_at timestamptz,
  metadata jsonb, field_data jsonb);
CREATE TEMP TABLE buyers (id uuid, at timestamptz, email text, name text, billing_address jsonb, metadata jsonb);
CREATE TEMP TABLE granted (
  id uuid, key_id uuid, key bigint, at timestamptz, until timestamptz, revoked_at timestamptz, customer_id uuid,
  benefit_id uuid, subscription_id uuid, order_id uuid, properties jsonb, terms jsonb);
`;
