import type {
  AdvertisementDecision,
  AdvertisementStatus,
} from '@/lib/resources/advertisements/schema';
import { readableSize } from '@/lib/resources/files/rules';

/** A version as it is stored: its pictures by their ids, null and empty where nothing is filled in. */
export interface StoredVersion {
  image_id: string | null;
  image_id_dark: string | null;
  text: string;
  link_url: string;
}

/** What the customer starts from. */
export const EMPTY: StoredVersion = { image_id: null, image_id_dark: null, text: '', link_url: '' };

/** A campaign, as far as its decisions depend on it. */
export interface Campaign {
  status: AdvertisementStatus;
  approved: StoredVersion | null;
  pending: StoredVersion | null;
  pausedAt: Date | null;
}

/** What the customer goes on with: the version that waits, else the approved one. */
export function latest({ approved, pending }: Pick<Campaign, 'approved' | 'pending'>) {
  return pending ?? approved ?? EMPTY;
}

/** Whether a version has all that an advertisement needs; a picture for dark pages is not needed. */
export function isComplete(version: StoredVersion): boolean {
  return version.image_id !== null && version.text !== '' && version.link_url !== '';
}

export function isSame(one: StoredVersion, other: StoredVersion | null): boolean {
  return (
    other !== null &&
    (['image_id', 'image_id_dark', 'text', 'link_url'] as const).every(
      (field) => one[field] === other[field],
    )
  );
}

/**
 * What a campaign becomes by a version that the customer has filled in
 * (docs/contract/advertisements.md#statuses): it waits, and is a draft until it is complete. What is approved
 * already needs no second approval.
 */
export function filledIn(campaign: Campaign, version: StoredVersion) {
  if (!isComplete(version)) return { pending: version, status: 'draft' as const };
  if (!isSame(version, campaign.approved)) return { pending: version, status: 'pending' as const };
  return { pending: null, status: campaign.pausedAt ? ('paused' as const) : ('approved' as const) };
}

/** What a campaign becomes by the seller's decision, or why it cannot. */
export function decided(
  { approved, pending, pausedAt }: Campaign,
  status: AdvertisementDecision,
  now: Date,
): Omit<Campaign, 'status'> | { problem: string } {
  const waits = pending !== null && isComplete(pending);
  if (status === 'paused') {
    if (!approved) return { problem: 'Nothing of it is shown yet, so there is nothing to pause.' };
    return { approved, pending, pausedAt: pausedAt ?? now };
  }
  if (!waits && !approved) return { problem: 'The customer has not filled it in yet.' };
  if (status === 'changes_requested') return { approved, pending, pausedAt };
  return { approved: waits ? pending : approved, pending: null, pausedAt: null };
}

/** The maximum size of a picture, in bytes, and the time that its server has for all of it, in ms. */
export const MAX_PICTURE = 2 * 1024 * 1024;
export const FETCH_MS = 10_000;

/** What is wrong with what an address has answered, as a sentence; undefined for a picture of that size. */
export function pictureFault(
  answer: { status: number; isCut: boolean },
  size: { width: number; height: number } | null,
  [width, height]: readonly [width: number, height: number],
): string | undefined {
  const { status, isCut } = answer;
  if (status >= 300 && status < 400) {
    return `This address answers ${status}, which leads elsewhere. Enter the address of the image itself.`;
  }
  if (status !== 200) return `This address answers ${status} and no image.`;
  if (isCut) return `This image is larger than ${readableSize(MAX_PICTURE)}.`;
  if (!size) return "This address isn't one of an image. Use PNG, JPEG, WebP, GIF, or AVIF.";
  if (size.width === width && size.height === height) return undefined;
  return `This image is ${size.width} × ${size.height} pixels. Use one of ${width} × ${height}.`;
}
