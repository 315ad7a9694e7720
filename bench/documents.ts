// The baseline's documents: strings put together from columns as PostgreSQL prints them, as fast as it
// goes. Products, prices and discounts are prepared in memory; nothing of the product's own code is used but the
// address of a person's picture.

import { avatarUrl } from '@/lib/resources/avatars/serialize';

/** A row as text, column by column. */
export type Row = readonly (string | null)[];

/** What a list or an object of the API is read from, and how it is printed. */
interface Resource {
  table: string;
  /** What is read of the rows `t`, and what is joined to them for it. */
  columns: string;
  joins: string;
  print(row: Row, documents: PreparedDocuments): string;
}

/** Documents that are the same in every answer, as JSON by id. */
export interface PreparedDocuments {
  product: Map<string, string>;
  orderProduct: Map<string, string>;
  checkoutProduct: Map<string, string>;
  fields: Map<string, string>;
  price: Map<string, string>;
  discount: Map<string, string>;
  checkoutDiscount: Map<string, string>;
  organization: Map<string, string>;
  /** Settings of an organization, with their names. */
  settings: string;
  origin: string;
}

type Cell = string | null | undefined;

const quoted = (value: Cell) => (value == null ? 'null' : `"${value}"`);
const jsonString = (value: Cell) => (value == null ? 'null' : JSON.stringify(value));
const raw = (value: Cell) => value ?? 'null';
const boolean = (value: Cell) => (value === 't' ? 'true' : 'false');
/** `2026-04-25 07:54:08.5+00` as the API writes it. */
const time = (value: Cell) =>
  value == null
    ? 'null'
    : `"${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0')}Z"`;
const prepared = (documents: Map<string, string>, id: Cell) =>
  id == null ? 'null' : (documents.get(id) ?? 'null');

const CUSTOMER = `c.id, c.created_at, c.modified_at, c.metadata, c.email, c.email_verified, c.name,
  c.billing_address, c.tax_id, c.tax_id_type, c.organization_id`;

/** The customer, and its picture for what else shows it. */
function customer(row: Row) {
  const [
    id,
    created,
    modified,
    metadata,
    email,
    verified,
    name,
    address,
    tax,
    taxType,
    organization,
  ] = row;
  const avatar = avatarUrl({ email: email ?? '', name: name ?? null });
  const document = `{"id":"${id}","created_at":${time(created)},"modified_at":${time(modified)},"metadata":${metadata},"email":${jsonString(email)},"email_verified":${boolean(verified)},"name":${jsonString(name)},"billing_address":${raw(address)},"tax_id":${tax == null ? 'null' : `[${jsonString(tax)},${quoted(taxType)}]`},"organization_id":"${organization}","avatar_url":"${avatar}"}`;
  const shown = jsonString(name ?? `${email?.slice(0, 1)}…`);
  const user = `{"id":"${id}","email":${jsonString(email)},"public_name":${shown},"avatar_url":"${avatar}"`;
  return {
    document,
    user: `${user}}`,
    buyer: `${user},"code_host_username":null,"github_username":null}`,
  };
}

const SUBSCRIPTION = (alias: string) =>
  `${alias}.id, ${alias}.created_at, ${alias}.modified_at, ${alias}.amount, ${alias}.currency, ${alias}.recurring_interval,
  ${alias}.status, ${alias}.current_period_start, ${alias}.current_period_end, ${alias}.cancel_at_period_end,
  ${alias}.started_at, ${alias}.ended_at, ${alias}.customer_id, ${alias}.product_id, ${alias}.price_id,
  ${alias}.discount_id, ${alias}.checkout_id, ${alias}.metadata, ${alias}.canceled_at, ${alias}.cancellation_reason,
  ${alias}.cancellation_comment, ${alias}.paused_at, ${alias}.next_retry_at, ${alias}.credit, ${alias}.payment_method_details,
  ${alias}.pending_price_id`;

function subscription(row: Row): string {
  const [id, created, modified, amount, currency, interval, status, from, to, cancel] = row;
  const [started, ended, customerId, product, price, discount, checkout, metadata] = row.slice(10);
  const [canceled, reason, comment, paused, retry, credit, method, pendingPrice] = row.slice(18);
  return `"id":"${id}","created_at":${time(created)},"modified_at":${time(modified)},"amount":${raw(amount)},"currency":${quoted(currency)},"recurring_interval":"${interval}","status":"${status}","current_period_start":${time(from)},"current_period_end":${time(to)},"cancel_at_period_end":${boolean(cancel)},"started_at":${time(started)},"ended_at":${time(ended)},"customer_id":"${customerId}","product_id":"${product}","price_id":"${price}","discount_id":${quoted(discount)},"checkout_id":${quoted(checkout)},"user_id":"${customerId}","metadata":${metadata},"canceled_at":${time(canceled)},"cancellation_reason":${quoted(reason)},"cancellation_comment":${jsonString(comment)},"paused_at":${time(paused)},"next_retry_at":${time(retry)},"credit":${credit},"payment_method":${raw(method)},"pending_price_id":${quoted(pendingPrice)}`;
}

const SUBSCRIPTIONS: Resource = {
  table: 'subscriptions',
  columns: `${SUBSCRIPTION('t')}, t.custom_field_data, ${CUSTOMER}`,
  joins: 'JOIN customers c ON c.id = t.customer_id',
  print(row, documents) {
    const { document, buyer } = customer(row.slice(27));
    return `{${subscription(row)},"custom_field_data":${row[26]},"customer":${document},"user":${buyer},"product":${prepared(documents.product, row[13])},"price":${prepared(documents.price, row[14])},"discount":${prepared(documents.discount, row[15])}}`;
  },
};

const ORDERS: Resource = {
  table: 'orders',
  columns: `t.id, t.created_at, t.modified_at, t.metadata, t.custom_field_data, t.amount, t.tax_amount, t.currency,
    t.billing_reason, t.billing_name, t.billing_address, t.product_id, t.price_id, t.discount_id, t.checkout_id, t.lines, t.status,
    t.refunded_amount, t.invoice_number, ${CUSTOMER}, ${SUBSCRIPTION('s')}`,
  joins:
    'JOIN customers c ON c.id = t.customer_id LEFT JOIN subscriptions s ON s.id = t.subscription_id',
  print(row, documents) {
    const [id, created, modified, metadata, data, amount, tax, currency, reason, name, address] =
      row;
    const [product, price, discount, checkout, lines, status, refunded, invoice, customerId] =
      row.slice(11);
    const { document, buyer } = customer(row.slice(19));
    const bought = row.slice(30);
    return `{"id":"${id}","created_at":${time(created)},"modified_at":${time(modified)},"metadata":${metadata},"custom_field_data":${data},"amount":${amount},"tax_amount":${tax},"currency":"${currency}","status":"${status}","refunded_amount":${refunded},"billing_reason":"${reason}","billing_name":${jsonString(name)},"billing_address":${raw(address)},"customer_id":"${customerId}","product_id":"${product}","product_price_id":"${price}","discount_id":${quoted(discount)},"subscription_id":${quoted(bought[0])},"checkout_id":${quoted(checkout)},"user_id":"${customerId}","lines":${lines},"invoice_number":${jsonString(invoice)},"customer":${document},"user":${buyer},"product":${prepared(documents.orderProduct, product)},"product_price":${prepared(documents.price, price)},"discount":${prepared(documents.discount, discount)},"subscription":${bought[0] == null ? 'null' : `{${subscription(bought)}}`}}`;
  },
};

const CUSTOMERS: Resource = {
  table: 'customers',
  columns: `${CUSTOMER},
    (SELECT coalesce(sum(o.amount::bigint + o.tax_amount - o.refunded_amount), 0) FROM orders o WHERE o.customer_id = t.id),
    (SELECT count(*) FROM orders o WHERE o.customer_id = t.id),
    (SELECT count(*) FROM subscriptions s WHERE s.customer_id = t.id),
    (SELECT count(*) FROM subscriptions s WHERE s.customer_id = t.id
     AND s.status IN ('trialing', 'active')),
    (SELECT count(*) FROM subscriptions s WHERE s.customer_id = t.id AND s.status = 'past_due'),
    (SELECT count(*) FROM subscriptions s WHERE s.customer_id = t.id AND s.paused_at IS NOT NULL),
    (SELECT count(*) FROM license_keys k WHERE k.customer_id = t.id),
    (SELECT count(*) FROM benefit_grants g WHERE g.customer_id = t.id AND g.granted_at IS NOT NULL AND g.revoked_at IS NULL)`,
  joins: 'JOIN customers c ON c.id = t.id',
  print(row) {
    const [spent, orders, subscriptions, active, pastDue, paused, keys, granted] = row.slice(11);
    return `${customer(row).document.slice(0, -1)},"spent":${spent},"orders_count":${orders},"subscriptions_count":${subscriptions},"active_subscriptions_count":${active},"past_due_subscriptions_count":${pastDue},"paused_subscriptions_count":${paused},"license_keys_count":${keys},"granted_benefits_count":${granted}}`;
  },
};

const LICENSE_KEYS: Resource = {
  table: 'license_keys',
  columns: `t.id, t.created_at, t.modified_at, t.organization_id, t.benefit_id, t.key, t.status, t.limit_activations,
    (SELECT count(*) FROM license_activations a WHERE a.license_key_id = t.id), t.usage, t.limit_usage, t.validations,
    t.last_validated_at, t.expires_at, ${CUSTOMER}`,
  joins: 'JOIN customers c ON c.id = t.customer_id',
  print(row) {
    const [id, created, modified, organization, benefit, key, status, limit, activations] = row;
    const [usage, limitUsage, validations, validated, expires] = row.slice(9);
    const { document, user } = customer(row.slice(14));
    return `{"id":"${id}","created_at":${time(created)},"modified_at":${time(modified)},"organization_id":"${organization}","user_id":"${row[14]}","customer_id":"${row[14]}","user":${user},"customer":${document},"benefit_id":"${benefit}","key":"${key}","display_key":"****-${key?.slice(-6)}","status":"${status}","limit_activations":${raw(limit)},"activations_count":${activations},"usage":${usage},"limit_usage":${raw(limitUsage)},"validations":${validations},"last_validated_at":${time(validated)},"expires_at":${time(expires)}}`;
  },
};

const AMOUNT = (column: string) =>
  `CASE WHEN t.${column} IS NULL THEN coalesce(pr.amount, 0) ELSE t.${column} END`;

function checkout(row: Row, documents: PreparedDocuments): string {
  const [id, created, modified, data, status, secret, expires, success, embed] = row;
  const [amount, tax, subtotal, total, product, price, discount, codes] = row.slice(9);
  const [customerId, name, email, ip, address, taxId] = row.slice(17);
  const [currency, amountType, type, trial] = row.slice(26);
  const url = `${documents.origin}/checkout/${secret}`;
  const pays = Number(total) > 0 && trial === null;
  const setsUp = type === 'recurring' && amountType !== 'free';
  const back = jsonString((success ?? `${url}/confirmation`).replaceAll('{CHECKOUT_ID}', id ?? ''));
  return `"id":"${id}","created_at":${time(created)},"modified_at":${time(modified)},"custom_field_data":${data},"payment_processor":"stripe","status":"${status}","client_secret":"${secret}","url":"${url}","expires_at":${time(expires)},"success_url":${back},"embed_origin":${jsonString(embed)},"amount":${amount},"tax_amount":${tax},"currency":"${currency}","subtotal_amount":${subtotal},"total_amount":${total},"product_id":"${product}","product_price_id":"${price}","discount_id":${quoted(discount)},"allow_discount_codes":${boolean(codes)},"is_discount_applicable":${amountType === 'fixed'},"is_free_product_price":${amountType === 'free'},"is_payment_required":${pays},"is_payment_setup_required":${setsUp},"is_payment_form_required":${pays || setsUp},"trial_unavailable_reason":null,"customer_id":${quoted(customerId)},"customer_name":${jsonString(name)},"customer_email":${jsonString(email)},"customer_ip_address":${jsonString(ip)},"customer_billing_address":${raw(address)},"customer_tax_id":${jsonString(taxId)},"payment_processor_metadata":{},"product":${prepared(documents.checkoutProduct, product)},"product_price":${prepared(documents.price, price)},"discount":${prepared(documents.checkoutDiscount, discount)},"attached_custom_fields":${prepared(documents.fields, product)}`;
}

/** Checkouts without a discount that is still to be reckoned, of fixed and free prices or settled ones. */
const CHECKOUTS: Resource = {
  table: 'checkouts',
  columns: `t.id, t.created_at, t.modified_at, t.custom_field_data, t.status, t.client_secret, t.expires_at, t.success_url,
    t.embed_origin, ${AMOUNT('amount')}, coalesce(t.tax_amount, 0), ${AMOUNT('subtotal_amount')}, ${AMOUNT('total_amount')},
    t.product_id, t.price_id, t.discount_id, t.allow_discount_codes, t.customer_id, t.customer_name, t.customer_email,
    t.customer_ip_address, t.customer_billing_address, t.customer_tax_id, t.metadata, t.customer_metadata,
    t.subscription_id, pr.currency, pr.amount_type, pr.type, pr.trial_days`,
  joins: 'JOIN prices pr ON pr.id = t.price_id',
  print: (row, documents) =>
    `{${checkout(row, documents)},"metadata":${row[23]},"customer_metadata":${row[24]},"subscription_id":${quoted(row[25])}}`,
};

/** A checkout that was just confirmed, as its buyer sees it. */
const CONFIRMED: Resource = {
  ...CHECKOUTS,
  columns: CHECKOUTS.columns.replace('t.status', "'confirmed'"),
  print: (row, documents) =>
    `{${checkout(row, documents)},"organization":${prepared(documents.organization, row.at(-2))},"has_discount_codes":false,"customer_session_token":"${row.at(-1)}"}`,
};

/** Organizations whose settings were never changed. */
const ORGANIZATIONS: Resource = {
  table: 'organizations',
  columns: `t.id, t.created_at, t.modified_at, t.name, t.slug, t.avatar_url, t.bio, t.company, t.blog, t.location, t.email,
    t.social_username, t.pledge_minimum_amount, t.pledge_badge_show_amount, t.default_upfront_split_to_contributors,
    t.is_sandbox, t.timezone, t.legal_name, t.legal_address, t.tax_id, t.invoice_prefix, t.is_first_sale_seen, t.require_two_factor`,
  joins: '',
  print(row, documents) {
    const [id, created, modified, name, slug, avatar, bio, company, blog, location, email] = row;
    const [social, least, shows, split, sandbox, zone] = row.slice(11);
    const [legalName, legalAddress, taxId, prefix, seen, requires] = row.slice(17);
    return `{"id":"${id}","created_at":${time(created)},"modified_at":${time(modified)},"name":${jsonString(name)},"slug":"${slug}","avatar_url":${jsonString(avatar)},"bio":${jsonString(bio)},"company":${jsonString(company)},"blog":${jsonString(blog)},"location":${jsonString(location)},"email":${jsonString(email)},"social_username":${jsonString(social)},"twitter_username":${jsonString(social)},"pledge_minimum_amount":${least},"pledge_badge_show_amount":${boolean(shows)},"default_upfront_split_to_contributors":${raw(split)},${documents.settings},"is_sandbox":${boolean(sandbox)},"timezone":${jsonString(zone)},"legal_name":${jsonString(legalName)},"legal_address":${raw(legalAddress)},"tax_id":${jsonString(taxId)},"invoice_prefix":${jsonString(prefix)},"is_first_sale_seen":${boolean(seen)},"require_two_factor":${boolean(requires)}}`;
  },
};

/** A key as whoever has it may see it: of its holder no more than the address. */
const VALIDATED: Resource = {
  ...LICENSE_KEYS,
  columns: LICENSE_KEYS.columns
    .replace('c.metadata', "'{}'")
    .replace('c.name', 'NULL')
    .replace(/c\.billing_address|c\.tax_id_type|c\.tax_id/g, 'NULL'),
  print: (row, documents) =>
    `${LICENSE_KEYS.print(row, documents).slice(0, -1)},"activation":null}`,
};

const ACTIVATED: Resource = {
  ...VALIDATED,
  columns: `a.id, a.label, a.meta, a.created_at, ${VALIDATED.columns}`,
  print(row, documents) {
    const [id, label, meta, created, key] = row;
    return `{"id":"${id}","license_key_id":"${key}","label":${jsonString(label)},"meta":${meta},"created_at":${time(created)},"modified_at":null,"license_key":${LICENSE_KEYS.print(row.slice(4), documents)}}`;
  },
};

export const RESOURCES = {
  SUBSCRIPTIONS,
  ORDERS,
  CUSTOMERS,
  LICENSE_KEYS,
  CHECKOUTS,
  CONFIRMED,
  ORGANIZATIONS,
  VALIDATED,
  ACTIVATED,
};
