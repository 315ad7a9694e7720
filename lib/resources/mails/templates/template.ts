import type { MailData, MailKind, MailSecrets } from '@/lib/resources/mails/kinds';
import type { Letter } from '@/lib/resources/mails/templates/layout';

/** Who sends a mail: a seller, or the product in UTC. */
export interface From {
  name: string;
  timezone: string;
  /** Of the installation's pages. */
  origin: string;
}

/** What a kind of mail says. */
export type Template<Kind extends MailKind> = (
  mail: { data: MailData<Kind>; secrets: MailSecrets<Kind> },
  from: From,
) => Letter;

/** The templates of these kinds. */
export type Templates<Kind extends MailKind> = { [Name in Kind]: Template<Name> };
