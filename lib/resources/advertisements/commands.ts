import { commit } from '@/lib/api/commands';
import { ApiError, bodyProblem, invalid, orNotFound, type Problem } from '@/lib/contract/errors';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import { tenantRule } from '@/lib/integrations/outgoing/addresses';
import { sendRequest } from '@/lib/integrations/outgoing/request';
import * as repository from '@/lib/resources/advertisements/repository';
import {
  decided,
  FETCH_MS,
  filledIn,
  isSame,
  latest,
  MAX_PICTURE,
  pictureFault,
  type StoredVersion,
} from '@/lib/resources/advertisements/rules';
import type {
  AdvertisementCampaign,
  AdvertisementUpdate,
  CustomerAdvertisement,
  CustomerAdvertisementUpdate,
} from '@/lib/resources/advertisements/schema';
import {
  type AdvertisementRow,
  campaignOf,
  imageUrl,
  isGranted,
  sizeOf,
} from '@/lib/resources/advertisements/serialize';
import { get, getOfBuyer } from '@/lib/resources/advertisements/service';
import { requireFullSession } from '@/lib/resources/customer-sessions/rules';
import { imageType } from '@/lib/resources/files/rules';
import { roomProblem } from '@/lib/resources/files/service';
import { countAttempt } from '@/lib/resources/limits/service';
import { queueMail } from '@/lib/resources/mails/service';
import { ownersOf } from '@/lib/resources/members/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { pictureSize } from '@/lib/runtime/picture-size';
import { fileName, type Multipart, storage } from '@/lib/runtime/storage/storage';

const WHAT = 'The advertisement campaign';

/**
 * The seller's decision about a campaign (docs/contract/advertisements.md#statuses). Throws 404, and 422 at `status`
 * where there is nothing to approve or to pause.
 */
export function decide(
  scope: Scope,
  id: string,
  { status, note = null }: AdvertisementUpdate,
): Promise<AdvertisementCampaign> {
  return commit(scope, async (scope) => {
    const row = orNotFound(await repository.lock(scope, id), WHAT);
    const before = campaignOf(row);
    const now = clockOf(scope, row.organizationId);
    const after = decided(before, status, now);
    if ('problem' in after) throw invalid(bodyProblem('status', after.problem));
    const isUnchanged = status === row.status && note === row.note;
    if (isUnchanged && (status !== 'approved' || before.pending === null)) return get(scope, id);
    await repository.update(scope, id, { ...after, status, note, modifiedAt: now });
    await showImages(scope, id, after, now);
    if (status !== 'paused') await mailDecision(scope, row, { status, note });
    return get(scope, id);
  });
}

type Field = 'image_url' | 'image_url_dark';
const COLUMNS = { image_url: 'image_id', image_url_dark: 'image_id_dark' } as const;

/** A picture that was fetched: written, but nobody can read it until its upload is complete. */
interface Fetched {
  id: string;
  mimeType: string;
  size: number;
  upload: Multipart;
}

/**
 * Fills in a campaign of the calling customer (docs/contract/advertisements.md#filling-in). The pictures are fetched
 * before the transaction. Throws 404, 403 where the grant is revoked, the session is bound to a checkout, or the seller
 * has no room for them, 422 at the field of what is no picture of the benefit's size, and 429 where pictures were fetched too often.
 */
export async function fillIn(
  scope: Scope,
  id: string,
  body: CustomerAdvertisementUpdate,
): Promise<CustomerAdvertisement> {
  const found = orNotFound(await repository.find(scope, id), WHAT);
  requireFullSession(scope, 'this advertisement');
  requireGranted(found);
  const { kept, fetched } = await picturesOf(scope, found, body);
  try {
    return await commit(scope, async (scope) => {
      await requireRoom(scope, found.organizationId, [...fetched.values()]);
      const row = orNotFound(await repository.lock(scope, id), WHAT);
      requireGranted(row);
      const before = campaignOf(row);
      const { text, link_url } = body;
      const version: StoredVersion = {
        ...latest(before),
        ...(text !== undefined && { text }),
        ...(link_url !== undefined && { link_url }),
        ...kept,
      };
      for (const [field, { id: imageId, mimeType, size, upload }] of fetched) {
        await upload.complete();
        const { organizationId } = row;
        await repository.createImages(scope, [
          { id: imageId, organizationId, advertisementId: id, mimeType, size },
        ]);
        version[COLUMNS[field]] = imageId;
      }
      if (isSame(version, latest(before))) return getOfBuyer(scope, id);
      const now = clockOf(scope, row.organizationId);
      const after = { ...before, ...filledIn(before, version) };
      const { pending, status } = after;
      await repository.update(scope, id, { pending, status, note: null, modifiedAt: now });
      await showImages(scope, id, after, now);
      if (status === 'pending' && before.status !== 'pending') await mailWaiting(scope, row);
      return getOfBuyer(scope, id);
    });
  } finally {
    await Promise.allSettled([...fetched.values()].map(({ upload }) => upload.abort()));
  }
}

function requireGranted(row: AdvertisementRow): void {
  if (!isGranted(row)) throw new ApiError('NotPermitted', 'This benefit was revoked.');
}

/** Throws 403 where pictures do not fit into what the seller may store, of which customers learn no figures. */
async function requireRoom(
  scope: Scope,
  organizationId: string,
  pictures: readonly Fetched[],
): Promise<void> {
  if (pictures.length === 0) return;
  const size = pictures.reduce((sum, picture) => sum + picture.size, 0);
  if ((await roomProblem(scope, organizationId, size)) === undefined) return;
  const why = 'The seller has no room for more images. Let them know, and try again later.';
  throw new ApiError('NotPermitted', why);
}

/** Tells the customer what the seller has decided. A customer who was deleted gets no mail. */
async function mailDecision(
  scope: Scope,
  { id, organizationId, customerId, customer, benefit }: AdvertisementRow,
  { status, note }: { status: 'approved' | 'changes_requested'; note: string | null },
): Promise<void> {
  if (customer.deletedAt !== null) return;
  const { slug } = await getOrganization(scope, organizationId);
  const data = {
    benefit_name: benefit.description,
    portal_url: `${publicUrl()}/portal/${slug}/advertisements/${id}`,
  };
  const to = {
    organizationId,
    recipient: customer.email,
    recipientName: customer.name,
    customerId,
    secrets: {},
  };
  await (status === 'approved'
    ? queueMail(scope, { kind: 'advertisement_approved', data, ...to })
    : queueMail(scope, {
        kind: 'advertisement_changes_requested',
        data: { ...data, note },
        ...to,
      }));
}

/** Tells the owners that a version waits for them, unless the organization has switched that off. */
async function mailWaiting(
  scope: Scope,
  { organizationId, customerId, customer, benefitId, benefit }: AdvertisementRow,
): Promise<void> {
  const { slug, notification_settings: wanted } = await getOrganization(scope, organizationId);
  if (!wanted.advertisement_pending) return;
  const data = {
    benefit_name: benefit.description,
    customer_email: customer.email,
    customer_name: customer.name,
    url: `${publicUrl()}/dashboard/${slug}/benefits/${benefitId}`,
  };
  for (const { email: recipient, name: recipientName } of await ownersOf(scope, organizationId)) {
    const to = { organizationId, recipient, recipientName, customerId };
    await queueMail(scope, { kind: 'advertisement_pending', data, secrets: {}, ...to });
  }
}

/** Keeps the pictures of the versions, and marks the others of the campaign to be removed. */
async function showImages(
  scope: Scope,
  id: string,
  { approved, pending }: { approved: StoredVersion | null; pending: StoredVersion | null },
  now: Date,
): Promise<void> {
  const versions = [approved, pending].filter((version) => version !== null);
  const ids = versions.flatMap(({ image_id, image_id_dark }) => [image_id, image_id_dark]);
  await repository.showImages(scope, id, { ids: ids.filter((one) => one !== null), now });
}

/**
 * The pictures that a body names: those that the campaign has (`kept`, by the addresses that it prints), and those that
 * are fetched now. Throws 422 with the problems of all of them.
 */
async function picturesOf(scope: Scope, row: AdvertisementRow, body: CustomerAdvertisementUpdate) {
  const kept: Partial<Pick<StoredVersion, 'image_id' | 'image_id_dark'>> = {};
  const wanted: [Field, string][] = [];
  for (const field of ['image_url', 'image_url_dark'] as const) {
    const url = body[field];
    if (url === undefined) continue;
    const known = url === null ? null : knownImage(row, url);
    if (url !== null && known === undefined) wanted.push([field, url]);
    else kept[COLUMNS[field]] = known ?? null;
  }
  const fetched = new Map<Field, Fetched>();
  if (wanted.length === 0) return { kept, fetched };
  await requireHttps(scope, row.organizationId, wanted);
  const detail = 'You changed the images too often. Try again in an hour.';
  await countAttempt('advertisement_images', [row.id], scope.realTime, { detail });
  const size = sizeOf(row);
  const problems: Problem[] = [];
  await Promise.all(
    wanted.map(async ([field, url]) => {
      const picture = await fetchPicture(url, size);
      if (typeof picture === 'string') problems.push(bodyProblem(field, picture));
      else fetched.set(field, picture);
    }),
  );
  if (problems.length === 0) return { kept, fetched };
  await Promise.allSettled([...fetched.values()].map(({ upload }) => upload.abort()));
  throw invalid(...problems);
}

/** The id of a picture that the campaign shows, by the address that is printed of it. */
function knownImage(row: AdvertisementRow, url: string): string | undefined {
  const { approved, pending } = campaignOf(row);
  const ids = [pending, approved].flatMap((version) => [version?.image_id, version?.image_id_dark]);
  return ids.find((id) => id && imageUrl(row.id, id) === url) ?? undefined;
}

/** Throws 422 where a live organization's picture is not at an address with https, as of webhooks. */
async function requireHttps(
  scope: Scope,
  organizationId: string,
  wanted: readonly [Field, string][],
): Promise<void> {
  const plain = wanted.filter(([, url]) => new URL(url).protocol !== 'https:');
  if (plain.length === 0 || (await getOrganization(scope, organizationId)).is_sandbox) return;
  const msg = 'Enter an address that starts with https://.';
  throw invalid(...plain.map(([field]) => bodyProblem(field, msg)));
}

/** Fetches a picture of this size and stores it, or says why it is none. */
async function fetchPicture(
  url: string,
  size: readonly [width: number, height: number],
): Promise<Fetched | string> {
  const answer = await sendRequest({
    url,
    method: 'GET',
    headers: { accept: 'image/*', 'user-agent': 'Tilldesk-Images/1' },
    rule: tenantRule(),
    timeoutMs: FETCH_MS,
    maxBytes: MAX_PICTURE,
  });
  if (answer.outcome !== 'answered') return `This image can't be fetched. ${answer.error}`;
  const { body } = answer;
  const mimeType = imageType(body);
  const fault = pictureFault(answer, mimeType === null ? null : pictureSize(body, mimeType), size);
  if (fault !== undefined || mimeType === null) return fault ?? '';
  const id = newId();
  const upload = await storage().multipart(fileName(id), chunksOf(body));
  return { id, mimeType, size: body.length, upload };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
