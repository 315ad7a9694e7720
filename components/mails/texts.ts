export const MAILS_PAGE = {
  mail: 'Mail',
  subject: 'Subject',
  recipient: 'Recipient',
  kind: 'Kind',
  status: 'Status',
  reason: 'Why it was kept',
  response: 'Server answer',
  attempts: 'Tries',
  customer: 'Customer',
  subscription: 'Subscription',
  created: 'Created',
  sent: 'Sent',
  empty: 'No mail yet.',
  emptyText:
    'Receipts, reminders, invitations, and sign-in links to buyers appear here. Send a test mail to see how it works.',
  settings: 'Mail settings',
};

export const MAIL_PAGE = {
  thisMail: 'this mail',
  title: (id: string) => `Mail ${id}`,
  to: (recipient: string) => `To ${recipient}`,
  resend: 'Resend',
  resendTitle: 'Resend this mail?',
  resendEffects: (recipient: string) =>
    `Sends a new mail to ${recipient}, or to the address that its customer has now. A new access link or invitation link replaces the old one.`,
  resent: 'Queued again.',
  stillQueued: 'This mail is still waiting to be sent.',
  message: 'Message',
  notRendered: 'Shown here after the first attempt to send it.',
  erased: 'Contents are erased after 90 days, and when the customer is deleted.',
  preview: 'Preview',
  text: 'Plain text',
  masked: 'Links, codes, and keys are hidden.',
  delivery: 'Delivery',
  order: 'Order',
  messageId: 'Message ID',
};
