import {
  Activity,
  Blocks,
  ChartColumn,
  File,
  Gift,
  History,
  House,
  KeyRound,
  Link2,
  type LucideIcon,
  Mail,
  Package,
  Percent,
  ReceiptText,
  RefreshCw,
  ScrollText,
  Settings,
  ShoppingCart,
  TextCursorInput,
  Undo2,
  Users,
  Webhook,
} from 'lucide-react';
import type { Permission, Role } from '@/lib/contract/permissions';

/** A page of an organization. */
export interface NavigationItem {
  label: string;
  /** Below `/dashboard/{organization}`; empty for Home. */
  path: string;
  icon: LucideIcon;
  /** The letter after `g`. */
  key?: string;
  /** What its page `/new` is called in the command palette, and the permission of what that calls. */
  create?: { label: string; permission: Permission };
  /** For owners and admins alone. */
  administrators?: boolean;
}

export interface NavigationGroup {
  label: string;
  items: readonly NavigationItem[];
}

/** The sidebar, in its order. Only pages that work stand here. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { label: '', items: [{ label: 'Home', path: '', icon: House, key: 'h' }] },
  {
    label: 'Sales',
    items: [
      { label: 'Orders', path: 'orders', icon: ReceiptText, key: 'o' },
      { label: 'Refunds', path: 'refunds', icon: Undo2 },
      { label: 'Subscriptions', path: 'subscriptions', icon: RefreshCw, key: 's' },
      {
        label: 'Checkouts',
        path: 'checkouts',
        icon: ShoppingCart,
        key: 'c',
        create: { label: 'New checkout', permission: 'checkouts:write' },
      },
      {
        label: 'Customers',
        path: 'customers',
        icon: Users,
        key: 'u',
        create: { label: 'New customer', permission: 'customers:write' },
      },
      { label: 'License keys', path: 'license-keys', icon: KeyRound, key: 'l' },
    ],
  },
  {
    label: 'Catalog',
    items: [
      {
        label: 'Products',
        path: 'products',
        icon: Package,
        key: 'p',
        create: { label: 'New product', permission: 'products:write' },
      },
      {
        label: 'Benefits',
        path: 'benefits',
        icon: Gift,
        key: 'b',
        create: { label: 'New benefit', permission: 'benefits:write' },
      },
      {
        label: 'Discounts',
        path: 'discounts',
        icon: Percent,
        create: { label: 'New discount', permission: 'discounts:write' },
      },
      {
        label: 'Custom fields',
        path: 'custom-fields',
        icon: TextCursorInput,
        create: { label: 'New custom field', permission: 'custom_fields:write' },
      },
      {
        label: 'Checkout links',
        path: 'checkout-links',
        icon: Link2,
        create: { label: 'New checkout link', permission: 'checkout_links:write' },
      },
      { label: 'Files', path: 'files', icon: File },
    ],
  },
  {
    label: 'Insight',
    items: [
      { label: 'Metrics', path: 'metrics', icon: ChartColumn },
      { label: 'Events', path: 'events', icon: Activity },
    ],
  },
  {
    label: 'Developers',
    items: [
      {
        label: 'Webhooks',
        path: 'webhooks',
        icon: Webhook,
        create: { label: 'New webhook endpoint', permission: 'webhooks:write' },
      },
      { label: 'API log', path: 'logs', icon: ScrollText, administrators: true },
      { label: 'Audit log', path: 'audit', icon: History, administrators: true },
      { label: 'OAuth apps', path: 'oauth-apps', icon: Blocks },
    ],
  },
  {
    label: 'Organization',
    items: [
      { label: 'Mail', path: 'mails', icon: Mail, administrators: true },
      { label: 'Settings', path: 'settings', icon: Settings, key: ',' },
    ],
  },
];

/** The sidebar of an organization for a seller with a role in it; undefined while that is not known. */
export function navigationFor(role: Role | undefined): readonly NavigationGroup[] {
  const isAdministrator = role === 'owner' || role === 'admin';
  return NAVIGATION.map(({ label, items }) => ({
    label,
    items: items.filter(({ administrators }) => isAdministrator || !administrators),
  })).filter(({ items }) => items.length > 0);
}

const TEST_CLOCK = 'settings/test-clock';

/** The pages of the settings; the last one is for sandbox organizations alone. */
export const SETTINGS_PAGES = [
  { page: 'settings', label: 'General', title: 'General settings' },
  { page: 'settings/checkout', label: 'Checkout', title: 'Checkout settings' },
  { page: 'settings/payments', label: 'Payments', title: 'Payment settings' },
  { page: 'settings/invoices', label: 'Invoices', title: 'Invoice settings' },
  { page: 'settings/appearance', label: 'Appearance', title: 'Appearance' },
  { page: 'settings/mail', label: 'Mail', title: 'Email settings' },
  { page: 'settings/connections', label: 'Connections', title: 'Connections' },
  { page: 'settings/imports', label: 'Imports', title: 'Imports' },
  { page: 'settings/members', label: 'Members', title: 'Members' },
  { page: 'settings/tokens', label: 'API tokens', title: 'API tokens' },
  { page: TEST_CLOCK, label: 'Test clock', title: 'Test clock' },
] as const;

/** Whether an organization has a page of the settings. */
export function hasSettingsPage(page: string, isSandbox: boolean): boolean {
  return isSandbox || page !== TEST_CLOCK;
}

/** The address of a page of an organization: `orders` → `/dashboard/acme/orders`. */
export function pagePath(slug: string, path = ''): string {
  return `/dashboard/${slug}${path === '' ? '' : `/${path}`}`;
}

/** The section that an address is in: `/dashboard/acme/orders/1` → `orders`. */
export function sectionOf(pathname: string): string {
  return pathname.split('/')[3] ?? '';
}
