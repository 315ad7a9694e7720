import { Archive, CircleCheck, CircleX, Clock } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import type { Mail, MailStatus } from '@/lib/resources/mails/schema';

export const MAIL_STATUS: Record<MailStatus, Status> = {
  queued: { tone: 'info', icon: Clock, label: 'Queued' },
  sent: { tone: 'ok', icon: CircleCheck, label: 'Sent' },
  kept: { tone: 'idle', icon: Archive, label: 'Not sent' },
  failed: { tone: 'bad', icon: CircleX, label: 'Failed', needsAction: true },
};

/** Why a mail was kept in the outbox. */
export const MAIL_REASONS: Record<NonNullable<Mail['reason']>, string> = {
  no_mail_server: 'No mail server is set up',
  sandbox: 'This is a sandbox organization',
  suppressed: 'This address was refused before',
  customer_deleted: 'The customer was deleted',
};

export const MAIL_KIND_LABELS: Record<Mail['kind'], string> = {
  confirm_email: 'Address confirmation',
  sign_in_link: 'Sign-in link',
  reset_password: 'Password reset',
  password_changed: 'Password changed',
  email_changed: 'Email address changed',
  factors_changed: 'Two-factor or passkeys changed',
  organization_deletion: 'Deletion of an organization',
  invitation: 'Invitation',
  receipt: 'Receipt',
  renewal_receipt: 'Renewal receipt',
  payment_failed: 'Payment failed',
  trial_ending: 'Trial ending',
  renewal_upcoming: 'Upcoming renewal',
  subscription_ending: 'Subscription ending',
  subscription_canceled: 'Subscription canceled',
  subscription_paused: 'Subscription paused',
  subscription_resumed: 'Subscription resumed',
  refund: 'Refund',
  advertisement_approved: 'Ad approved',
  advertisement_changes_requested: 'Ad: changes requested',
  license_key_transferred: 'License key transferred',
  portal_access: 'Portal access',
  new_sale: 'New sale',
  trial_started: 'Trial started',
  canceled_by_customer: 'Canceled by the customer',
  payment_failed_for_good: 'Payment failed for good',
  advertisement_pending: 'Ad to approve',
  key_pool_low: 'License keys run low',
  key_pool_empty: 'Out of license keys',
  webhook_disabled: 'Webhook turned off',
  connection_broken: 'Reconnect an account',
  payments_failing: 'Payments on hold',
  test_mail: 'Test email',
};
