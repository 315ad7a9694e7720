import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import type { Scope } from '@/lib/database/connection/scope';
import { quietly } from '@/lib/database/connection/scope';
import { grantImported, revokeBenefits } from '@/lib/resources/benefit-grants/service';
import type { Cells } from '@/lib/resources/import-formats/kinds/cells';
import type {
  Draft,
  KindRules,
  Known,
  KnownProduct,
  Stored,
  Wanted,
  WantedPrice,
} from '@/lib/resources/import-formats/kinds/kind';
import { KINDS } from '@/lib/resources/import-formats/kinds/table';
import { type CellError, MAX_EXTERNAL_ID } from '@/lib/resources/import-formats/rules';
import { ImportKind } from '@/lib/resources/import-formats/schema';
import * as repository from '@/lib/resources/import-objects/repository';
import * as pools from '@/lib/resources/key-pools/service';
import { usedAt } from '@/lib/resources/license-keys/rules';
import { findDefaultCurrency } from '@/lib/resources/organizations/service';
import { isOneOf, RUNNING_STATUSES } from '@/lib/resources/subscription-statuses/rules';
import { newId } from '@/lib/runtime/ids';

/** A row that could be read. */
export interface NumberedRow {
  row: number;
  cells: Cells;
}

/** What rows have come to. */
export interface Outcome {
  created: number;
  updated: number;
  skipped: number;
  errors: (CellError & { row: number })[];
  changes: repository.Change[];
}

/** A row on its way: what it is about, and what becomes of it. */
interface Item extends NumberedRow {
  externalId: string;
  natural: string | null;
  /** The object that is there already. */
  stored?: Stored;
  draft?: Draft;
}

/**
 * Makes objects of rows, or changes those that are there, in the transaction of the scope; a dry run only says what it
 * would do (docs/contract/imports.md#rows). Records no events.
 */
export async function importRows(
  scope: Scope,
  row: repository.ImportRow,
  rows: readonly NumberedRow[],
  now: Date,
): Promise<Outcome> {
  const outcome: Outcome = { created: 0, updated: 0, skipped: 0, errors: [], changes: [] };
  const batch = new Batch(quietly(scope), row, now, outcome);
  let left = rows;
  // A row that names the same as one before it in the batch is looked at once that one is written.
  while (left.length > 0) left = await batch.take(left);
  outcome.errors.sort((one, other) => one.row - other.row);
  return outcome;
}

class Batch {
  readonly #scope: Scope;
  readonly #import: repository.ImportRow;
  readonly #kind: ImportKind;
  readonly #rules: KindRules;
  readonly #now: Date;
  readonly #outcome: Outcome;

  constructor(scope: Scope, row: repository.ImportRow, now: Date, outcome: Outcome) {
    this.#scope = scope;
    this.#import = row;
    this.#kind = ImportKind.parse(row.kind);
    this.#rules = KINDS[this.#kind];
    this.#now = now;
    this.#outcome = outcome;
  }

  get #isDry(): boolean {
    return this.#import.phase === 'check';
  }

  /** Imports rows; returns those that have to wait for these. */
  async take(rows: readonly NumberedRow[]): Promise<NumberedRow[]> {
    const { items, later } = await this.#unique(rows);
    await this.#match(items);
    await this.#draft(items.filter(({ cells }) => cells.errors.length === 0));
    const ready = this.#report(items);
    const existing = ready.filter(({ stored }) => stored);
    const fresh = ready.filter(({ stored }) => !stored);
    await this.#change(existing);
    await this.#create(fresh);
    return later;
  }

  /** The rows that name what none before has named; reports the others, or puts them off. */
  async #unique(rows: readonly NumberedRow[]): Promise<{ items: Item[]; later: NumberedRow[] }> {
    const { natural } = this.#rules;
    const items: Item[] = [];
    for (const { row, cells } of rows) {
      const externalId = cells.needed('external_id', MAX_EXTERNAL_ID);
      const value = natural?.valueOf(cells) ?? null;
      items.push({ row, cells, externalId, natural: value });
    }
    const valuesOf = ({ row, externalId, natural: value }: Item): repository.NamedValue[] => [
      ...(externalId === '' ? [] : [{ name: 'external', value: externalId, row }]),
      ...(value === null || !natural ? [] : [{ name: natural.name, value, row }]),
    ];
    const before = await repository.namedBefore(
      this.#scope,
      this.#import.id,
      items.flatMap(valuesOf),
    );
    const named = new Map<string, number>();
    const own: Item[] = [];
    const later: NumberedRow[] = [];
    for (const item of items) {
      const { row, cells, externalId } = item;
      const external = `external ${externalId}`;
      const first = before.get(external) ?? named.get(external);
      if (externalId !== '' && first !== undefined && first !== row) {
        cells.fail('external_id', 'duplicate', `Row ${first} has this external ID already.`);
        this.#report([item]);
        continue;
      }
      named.set(external, row);
      const key = natural && item.natural !== null ? `${natural.name} ${item.natural}` : null;
      if (key !== null && named.has(key)) {
        later.push({ row, cells });
        continue;
      }
      if (key !== null) named.set(key, row);
      own.push(item);
    }
    this.#seen = before;
    await repository.noteNamed(this.#scope, this.#import, own.flatMap(valuesOf));
    return { items: own, later };
  }

  /** What rows before these have named. */
  #seen: ReadonlyMap<string, number> = new Map();

  /** Finds the objects that rows are about. */
  async #match(items: readonly Item[]): Promise<void> {
    const { natural } = this.#rules;
    const ids = items.flatMap(({ cells }) => {
      const id = cells.text('id', 100);
      return id !== null && repository.isId(id) ? [id.toLowerCase()] : [];
    });
    const live = await repository.liveIds(this.#scope, this.#kind, ids);
    const externals = items.flatMap((item) => [item.externalId, ...this.#idIn(item)]);
    this.#externals = await repository.byExternalIds(this.#scope, this.#kind, externals);
    const naturals = await repository.byNatural(
      this.#scope,
      this.#kind,
      items.flatMap(({ natural: value }) => value ?? []),
    );
    const found = new Map<Item, string>();
    for (const item of items) {
      const { cells, externalId } = item;
      const id = cells.text('id', 100)?.toLowerCase() ?? '';
      const own = this.#idIn(item).flatMap((name) => this.#externals.get(name) ?? []);
      const known = live.has(id) ? id : (this.#externals.get(externalId) ?? own[0]);
      const holder = item.natural === null ? undefined : naturals.get(item.natural);
      if (known) found.set(item, known);
      else if (holder && natural?.isAdopted) found.set(item, holder);
      const isTaken = holder !== undefined && holder !== found.get(item);
      // A dry run has not written what an earlier row makes.
      const isAnnounced =
        this.#isDry && !known && natural && !natural.isAdopted && this.#isSeen(natural.name, item);
      if (natural && (isTaken || isAnnounced)) {
        const { column, code, detail } = natural.error;
        cells.fail(column, code, detail);
      }
    }
    const stored = await repository.lockObjects(this.#scope, this.#kind, [...found.values()]);
    for (const [item, id] of found) {
      const object = stored.get(id);
      if (!object) throw new Error('An object was deleted while its row was imported');
      item.stored = object;
    }
  }

  #externals: ReadonlyMap<string, string> = new Map();

  /** The id that a row of our own export has, by which rows of other kinds name its object. */
  #idIn({ cells }: Item): string[] {
    const id = this.#import.source === 'tilldesk' ? cells.text('id', 100) : null;
    return id === null ? [] : [id];
  }

  #isSeen(name: string, { natural }: Item): boolean {
    return natural !== null && this.#seen.has(`${name} ${natural}`);
  }

  /** Decides what rows become. */
  async #draft(items: readonly Item[]): Promise<void> {
    const wanted: Wanted = {
      customers: new Set(),
      emails: new Set(),
      products: new Set(),
      productNames: new Set(),
      benefits: new Set(),
      discountCodes: new Set(),
      subscriptions: new Set(),
      orders: new Set(),
    };
    for (const { cells } of items) this.#rules.wants(cells, wanted);
    const known = await this.#known(wanted);
    const currency = await findDefaultCurrency(this.#scope, this.#import.organizationId);
    const context = { known, now: this.#now, currency };
    for (const item of items) item.draft = this.#rules.draft(item.cells, context);
  }

  async #known(wanted: Wanted): Promise<Known> {
    const scope = this.#scope;
    const customers = await repository.resolve(scope, 'customers', wanted.customers);
    const emails = await repository.byNatural(
      scope,
      'customers',
      [...wanted.emails].map((email) => email.trim().toLowerCase()),
    );
    const held = await repository.holdCustomers(scope, [...customers.values(), ...emails.values()]);
    const subscriptions = await repository.resolve(scope, 'subscriptions', wanted.subscriptions);
    const orders = await repository.resolve(scope, 'orders', wanted.orders);
    const purchases = [
      ...(await repository.purchasesBy(scope, 'subscriptions', [...subscriptions.values()])),
      ...(await repository.purchasesBy(scope, 'orders', [...orders.values()])),
    ];
    const byPurchase = new Map(purchases.map((purchase) => [purchase.id, purchase]));
    const references = await repository.resolve(scope, 'products', wanted.products);
    const products = await repository.productsBy(scope, {
      ids: [...references.values(), ...purchases.map(({ productId }) => productId)],
      names: [...wanted.productNames],
    });
    const byProduct = new Map(products.map((product) => [product.id, product]));
    const byName = new Map<string, KnownProduct | 'ambiguous'>();
    for (const product of products) {
      byName.set(product.name, byName.has(product.name) ? 'ambiguous' : product);
    }
    const keyBenefits = this.#rules.nature === 'key' ? await repository.keyBenefits(scope) : [];
    const descriptions =
      this.#rules.nature === 'product' ? await repository.benefitsByDescription(scope) : new Map();
    const codes = await repository.discountsByCode(scope, [...wanted.discountCodes]);
    const heldOne = (id: string | undefined) => (id !== undefined && held.has(id) ? id : undefined);
    return {
      customer: (reference) => heldOne(customers.get(reference)),
      email: (address) => heldOne(emails.get(address.trim().toLowerCase())),
      product: (reference) => byProduct.get(references.get(reference) ?? reference),
      productByName: (name) => byName.get(name),
      benefit: (reference) =>
        keyBenefits.find(
          ({ id, description }) => id === reference.toLowerCase() || description === reference,
        ),
      keyBenefits,
      benefitByDescription: (description) => descriptions.get(description),
      discount: (code) => codes.get(code.toLowerCase()),
      subscription: (reference) => byPurchase.get(subscriptions.get(reference) ?? ''),
      order: (reference) => byPurchase.get(orders.get(reference) ?? ''),
    };
  }

  /** Reports what is wrong; returns the rows with which nothing is. */
  #report<One extends Item>(items: readonly One[]): (One & { draft: Draft })[] {
    return items.flatMap((item) => {
      const { row, cells, draft } = item;
      for (const error of cells.errors) this.#outcome.errors.push({ row, ...error });
      return cells.errors.length === 0 && draft ? [{ ...item, draft }] : [];
    });
  }

  /** Changes the objects of rows that say something else of them. */
  async #change(items: readonly (Item & { draft: Draft })[]): Promise<void> {
    const names: { externalId: string; objectId: string }[] = [];
    const moved: { item: Item & { draft: Draft }; changes: Record<string, unknown> }[] = [];
    for (const item of items) {
      const { draft, externalId } = item;
      const stored = storedOf(item);
      const differing = Object.fromEntries(
        Object.entries(draft.given).filter(([field, value]) => !isSame(stored[field], value)),
      );
      const changes = { ...(this.#rules.changes?.(differing, stored) ?? differing) };
      const isNew = (name: string) => name !== stored.id && this.#externals.get(name) !== stored.id;
      const added = [externalId, ...this.#idIn(item)].filter(isNew);
      names.push(...added.map((name) => ({ externalId: name, objectId: stored.id })));
      if (added.includes(externalId) && stored.externalId === null) changes.externalId = externalId;
      const isChanged = added.length > 0 || Object.keys(changes).length > 0;
      this.#outcome[isChanged ? 'updated' : 'skipped'] += 1;
      if (Object.keys(changes).length > 0) moved.push({ item, changes });
    }
    if (this.#isDry) return;
    const repriced = moved.filter(
      ({ changes }) =>
        'amount' in changes || 'currency' in changes || 'recurringInterval' in changes,
    );
    const prices = await this.#prices(repriced.flatMap(({ item }) => item.draft.price ?? []));
    for (const { item, changes } of repriced) {
      if (item.draft.price) changes.priceId = prices(item.draft.price);
    }
    for (const { item, changes } of moved) await this.#write(storedOf(item), changes);
    await repository.addExternalIds(this.#scope, this.#import, names);
  }

  /** Changes an object, and keeps what it was. */
  async #write(stored: Stored, changes: Readonly<Record<string, unknown>>): Promise<void> {
    const written = { ...changes, modifiedAt: this.#now };
    await repository.updateObject(this.#scope, this.#kind, stored.id, written);
    this.#noteChange(stored, written);
    const isOver =
      this.#rules.nature === 'subscription' &&
      isOneOf(RUNNING_STATUSES, String(stored.status)) &&
      !isOneOf(RUNNING_STATUSES, String(changes.status ?? stored.status));
    if (isOver) {
      await revokeBenefits(this.#scope, { source: { subscriptionId: stored.id }, now: this.#now });
    }
  }

  /** Keeps what an object was before these changes. */
  #noteChange(stored: Stored, changes: Readonly<Record<string, unknown>>): void {
    const before = Object.fromEntries(
      Object.keys(changes).map((field) => [field, stored[field] ?? null]),
    );
    this.#outcome.changes.push({
      table: this.#kind,
      objectId: stored.id,
      before: repository.byColumn(before),
      modifiedAt: this.#now,
    });
  }

  /** Makes the objects of rows that have none. */
  async #create(items: readonly (Item & { draft: Draft })[]): Promise<void> {
    const { name = '' } = this.#rules.natural ?? {};
    const adopting = this.#isDry && this.#rules.natural?.isAdopted === true;
    const adopted = adopting ? items.filter((item) => this.#isSeen(name, item)) : [];
    this.#outcome.updated += adopted.length;
    const fresh = items.filter((item) => !adopted.includes(item));
    const left = this.#rules.nature === 'key' ? await this.#giveToGrants(fresh) : fresh;
    this.#outcome.created += left.length;
    if (this.#isDry || left.length === 0) return;
    const prices = await this.#prices(left.flatMap(({ draft }) => draft.price ?? []));
    const objects = left.map(({ externalId, draft }) => ({
      id: newId(),
      organizationId: this.#import.organizationId,
      externalId,
      ...draft.defaults,
      ...draft.given,
      ...(draft.price ? { priceId: prices(draft.price) } : {}),
      createdAt: draft.defaults.createdAt ?? this.#now,
    }));
    await repository.insertObjects(this.#scope, this.#kind, objects);
    await repository.addExternalIds(
      this.#scope,
      this.#import,
      objects.flatMap(({ id: objectId }, index) =>
        this.#namesOf(left[index]).map((externalId) => ({ externalId, objectId })),
      ),
    );
    const created: Created[] = objects.map((object, index) => ({
      ...object,
      draft: (left[index] as Item & { draft: Draft }).draft,
    }));
    for (const object of created) this.#noteNew(this.#kind, object);
    await this.#createParts(created);
  }

  /** All that a new object is called elsewhere. */
  #namesOf(item: (Item & { draft: Draft }) | undefined): string[] {
    if (!item) return [];
    return [item.externalId, ...this.#idIn(item), ...(item.draft.names ?? [])];
  }

  #noteNew(
    table: repository.Change['table'],
    { id, ...row }: { id: string; modifiedAt?: unknown },
  ) {
    const modifiedAt = row.modifiedAt instanceof Date ? row.modifiedAt : null;
    this.#outcome.changes.push({ table, objectId: id, before: null, modifiedAt });
  }

  /** What new objects have in tables of their own. */
  async #createParts(created: readonly Created[]): Promise<void> {
    const { organizationId } = this.#import;
    switch (this.#rules.nature) {
      case 'product': {
        const prices = created.flatMap(({ id: productId, createdAt, draft }) =>
          (draft.prices ?? []).map((price) => ({
            ...price,
            id: newId(),
            organizationId,
            productId,
            createdAt,
            currency: price.currency ?? DEFAULT_CURRENCY,
          })),
        );
        await repository.insertObjects(this.#scope, 'prices', prices);
        const benefits = created.flatMap(({ id: productId, draft }) =>
          [...new Set(draft.benefitIds)].map((benefitId, position) => ({
            organizationId,
            productId,
            benefitId,
            position,
          })),
        );
        return repository.addBenefits(this.#scope, benefits);
      }
      case 'discount': {
        const links = created.flatMap(({ id: discountId, draft }) =>
          [...new Set(draft.productIds)].map((productId) => ({
            organizationId,
            discountId,
            productId,
          })),
        );
        return repository.addProducts(this.#scope, links);
      }
      case 'key':
        for (const { id, draft } of created) await this.#activate(id, draft);
        return undefined;
      case 'subscription': {
        const running = created.filter(({ draft }) =>
          isOneOf(RUNNING_STATUSES, String(draft.given.status)),
        );
        return this.#grant('subscriptionId', running);
      }
      case 'order': {
        // Of what is sold once, also where a part was given back; a subscription has its own.
        const paid = created.filter(
          ({ draft }) =>
            draft.given.status !== 'refunded' &&
            draft.defaults.subscriptionId === null &&
            draft.price?.interval === null,
        );
        return this.#grant('orderId', paid);
      }
      default:
        return undefined;
    }
  }

  async #activate(licenseKeyId: string, { activations = [], defaults, given }: Draft) {
    const days = given.expireActivationsAfterDays ?? defaults.expireActivationsAfterDays ?? null;
    const use = usedAt({ expireActivationsAfterDays: days as number | null }, this.#now);
    const rows = activations.map((activation) => ({
      ...activation,
      id: newId(),
      organizationId: this.#import.organizationId,
      licenseKeyId,
      createdAt: this.#now,
      lastUsedAt: use?.lastUsedAt ?? null,
      expiresAt: use?.expiresAt ?? null,
    }));
    await repository.insertObjects(this.#scope, 'license_activations', rows);
    for (const row of rows) this.#noteNew('license_activations', row);
  }

  /** Grants the benefits of purchases, and keeps what was made for them. */
  async #grant(source: 'subscriptionId' | 'orderId', purchases: readonly Created[]): Promise<void> {
    const { organizationId } = this.#import;
    const byProduct = new Map<string, Created[]>();
    for (const purchase of purchases) {
      const productId = String(purchase.draft.defaults.productId);
      byProduct.set(productId, [...(byProduct.get(productId) ?? []), purchase]);
    }
    const taken: string[] = [];
    for (const productId of [...byProduct.keys()].sort()) {
      const sold = (byProduct.get(productId) ?? []).map(({ id, draft }) => ({
        customerId: String(draft.defaults.customerId),
        subscriptionId: null,
        orderId: null,
        [source]: id,
      }));
      const sale = { organizationId, productId, purchases: sold, now: this.#now };
      taken.push(...(await grantImported(this.#scope, sale)));
    }
    if (purchases.length === 0) return;
    const column = source === 'subscriptionId' ? 'subscription_id' : 'order_id';
    const ids = purchases.map(({ id }) => id);
    const keys = await repository.lockObjects(this.#scope, 'license_keys', taken);
    for (const { grantId, keyId } of await repository.grantsOf(this.#scope, column, ids)) {
      this.#noteNew('benefit_grants', { id: grantId });
      const key = keyId === null ? undefined : keys.get(keyId);
      if (key) {
        const { modifiedAt } = key;
        this.#outcome.changes.push({
          table: 'license_keys',
          objectId: key.id,
          before: { grant_id: null },
          modifiedAt: modifiedAt instanceof Date ? modifiedAt : null,
        });
      } else if (keyId !== null) this.#noteNew('license_keys', { id: keyId });
    }
  }

  /**
   * Makes keys those of the grants that they name, or that their customer has of their benefit: in place of the key that
   * was made for an imported purchase (docs/contract/imports.md#license-keys). Returns those that are new.
   */
  async #giveToGrants(
    items: readonly (Item & { draft: Draft })[],
  ): Promise<(Item & { draft: Draft })[]> {
    const holderOf = ({ grantOf, defaults }: Draft) =>
      grantOf ? grantOf.customerId : String(defaults.customerId);
    const grants = await repository.openGrants(this.#scope, {
      customerIds: [...new Set(items.map(({ draft }) => holderOf(draft)))],
      benefitIds: [...new Set(items.map(({ draft }) => String(draft.defaults.benefitId)))],
    });
    const stored = await repository.lockObjects(
      this.#scope,
      'license_keys',
      grants.flatMap(({ keyId, isReplaceable }) =>
        keyId !== null && isReplaceable ? [keyId] : [],
      ),
    );
    const taken = await this.#takenBefore(grants);
    const left: (Item & { draft: Draft })[] = [];
    const replaced: ({ id: string } & Record<string, unknown>)[] = [];
    const activated: { id: string; draft: Draft }[] = [];
    const names: { externalId: string; objectId: string }[] = [];
    const served: repository.NamedValue[] = [];
    const free: string[] = [];
    for (const item of items) {
      const { draft, externalId, row } = item;
      const { grantOf: purchase, defaults, given } = draft;
      const isOwn = (grant: repository.OpenGrant) =>
        grant.customerId === holderOf(draft) && grant.benefitId === defaults.benefitId;
      const ofPurchase = (grant: repository.OpenGrant) =>
        purchase
          ? grant.subscriptionId === purchase.subscriptionId && grant.orderId === purchase.orderId
          : grant.isReplaceable && !taken.has(grant.grantId);
      const isNamed = purchase || defaults.purchaseReference === null;
      const grant = isNamed ? grants.find((one) => isOwn(one) && ofPurchase(one)) : undefined;
      if (!grant) {
        left.push({ ...item, draft: { ...draft, defaults: { ...defaults, grantId: null } } });
        continue;
      }
      const { grantId, keyId } = grant;
      if (taken.has(grantId) || (keyId !== null && !grant.isReplaceable)) {
        item.cells.fail('key', 'key_exists', 'What it came with has another license key here.');
        for (const error of item.cells.errors) this.#outcome.errors.push({ row, ...error });
        continue;
      }
      taken.add(grantId);
      served.push({ name: GRANT, value: grantId, row });
      if (keyId === null) {
        const granted = { ...defaults, grantId, purchaseReference: null };
        left.push({ ...item, draft: { ...draft, defaults: granted } });
        continue;
      }
      this.#outcome.updated += 1;
      const key = stored.get(keyId);
      if (this.#isDry || !key) continue;
      const { benefitId: _, createdAt, ...others } = defaults;
      const changes = {
        ...others,
        ...given,
        externalId,
        createdAt: createdAt ?? key.createdAt,
        purchaseReference: null,
        modifiedAt: this.#now,
      };
      replaced.push({ id: key.id, ...changes });
      free.push(String(key.key));
      this.#noteChange(key, changes);
      activated.push({ id: key.id, draft });
      for (const name of this.#namesOf(item)) names.push({ externalId: name, objectId: key.id });
    }
    if (this.#isDry) {
      await repository.noteNamed(this.#scope, this.#import, served);
      return left;
    }
    // First: a pool that is just being handed out gives these no key any more.
    await pools.dequeue(
      this.#scope,
      served.map(({ value }) => value),
    );
    await repository.updateObjects(this.#scope, this.#kind, replaced);
    await pools.putBack(this.#scope, free);
    for (const { id, draft } of activated) await this.#activate(id, draft);
    await repository.addExternalIds(this.#scope, this.#import, names);
    return left;
  }

  /** Of these grants those that earlier rows of a dry run would have given their key, of which nothing is written. */
  async #takenBefore(grants: readonly repository.OpenGrant[]): Promise<Set<string>> {
    if (!this.#isDry) return new Set();
    const values = grants.map(({ grantId: value }) => ({ name: GRANT, value, row: 0 }));
    const before = await repository.namedBefore(this.#scope, this.#import.id, values);
    return new Set(values.flatMap(({ value }) => (before.has(`${GRANT} ${value}`) ? [value] : [])));
  }

  /** The ids of prices: those that products have, or new ones, archived. */
  async #prices(wanted: readonly WantedPrice[]): Promise<(price: WantedPrice) => string> {
    const products = [...new Set(wanted.map(({ productId }) => productId))];
    const all = await repository.pricesOf(this.#scope, products);
    const isAlike = (one: WantedPrice, other: WantedPrice) =>
      one.productId === other.productId && (one.interval === null) === (other.interval === null);
    const find = (price: WantedPrice) =>
      all.find(
        (one) =>
          isAlike(one, price) &&
          one.amount === price.amount &&
          (one.amount === null || one.currency === price.currency) &&
          (price.isLoose || one.interval === price.interval),
      ) ?? (price.isLoose ? all.find((one) => isAlike(one, price)) : undefined);
    const made: object[] = [];
    for (const price of wanted) {
      if (find(price)) continue;
      const { productId, amount, currency, interval } = price;
      const id = newId();
      all.push({ id, productId, amount, currency, interval });
      made.push({
        id,
        organizationId: this.#import.organizationId,
        productId,
        createdAt: this.#now,
        position: AFTER_ALL,
        type: interval === null ? 'one_time' : 'recurring',
        amountType: amount === null ? 'free' : 'fixed',
        isArchived: true,
        currency,
        amount,
        recurringInterval: interval,
      });
      this.#noteNew('prices', { id });
    }
    await repository.insertObjects(this.#scope, 'prices', made);
    return (price) => {
      const found = find(price);
      if (!found) throw new Error('A price was neither found nor made');
      return found.id;
    };
  }
}

/** What a dry run notes of a grant that a row would give its key. */
const GRANT = 'grant';

type Created = { id: string; createdAt: unknown; draft: Draft } & Record<string, unknown>;

/** The place of archived prices among those of a product. */
const AFTER_ALL = 1000;

function storedOf({ stored }: Item): Stored {
  if (!stored) throw new Error('The row has no object');
  return stored;
}

/** Whether a column has a value already, as JSON tells it. */
function isSame(stored: unknown, value: unknown): boolean {
  return isDeepStrictEqual(plain(stored), plain(value));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
