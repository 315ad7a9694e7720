import type { ReactNode } from 'react';
import { printDate, printMoment } from '@/lib/resources/mails/templates/dates';
import { Action, Muted, Paragraph } from '@/lib/resources/mails/templates/parts';
import type { Templates } from '@/lib/resources/mails/templates/template';
import {
  CONFIRM_EMAIL,
  EMAIL_CHANGED,
  FACTORS_CHANGED,
  INVITATION,
  ORGANIZATION_DELETION,
  PARTS,
  PASSWORD_CHANGED,
  RESET_PASSWORD,
  SIGN_IN_LINK,
} from '@/lib/resources/mails/templates/texts';

/** Mails about accounts. */
export const ACCOUNT: Templates<
  | 'confirm_email'
  | 'sign_in_link'
  | 'reset_password'
  | 'password_changed'
  | 'email_changed'
  | 'factors_changed'
  | 'organization_deletion'
  | 'invitation'
> = {
  confirm_email: ({ data: { name, cause }, secrets: { url } }) => {
    const words = CONFIRM_EMAIL[cause];
    return {
      subject: words.subject,
      preview: words.text,
      body: <Request name={name} url={url} action={CONFIRM_EMAIL.action} {...words} />,
    };
  },

  sign_in_link: ({ data: { name, cause }, secrets: { url } }) => {
    const words = SIGN_IN_LINK[cause];
    return {
      subject: words.subject,
      preview: words.text,
      body: <Request name={name} url={url} action={SIGN_IN_LINK.action} {...words} />,
    };
  },

  reset_password: ({ data: { name }, secrets: { url } }) => ({
    subject: RESET_PASSWORD.subject,
    preview: RESET_PASSWORD.text,
    body: <Request name={name} url={url} {...RESET_PASSWORD} />,
  }),

  password_changed: (
    { data: { name, at, ended_tokens = 0, ended_apps = 0 } },
    { timezone, origin },
  ) => {
    const { subject, note, action } = PASSWORD_CHANGED;
    const text = PASSWORD_CHANGED.text(printMoment(at, timezone), ended_tokens, ended_apps);
    const body = (
      <Notice name={name} text={text} note={note}>
        <Action href={`${origin}/forgot-password`} label={action} isSpelledOut />
      </Notice>
    );
    return { subject, preview: text, body };
  },

  email_changed: ({ data: { name, at, new_email } }, { timezone }) => {
    const text = EMAIL_CHANGED.text(new_email, printMoment(at, timezone));
    const body = <Notice name={name} text={text} note={EMAIL_CHANGED.note} />;
    return { subject: EMAIL_CHANGED.subject, preview: text, body };
  },

  factors_changed: ({ data: { name, at, change } }, { timezone, origin }) => {
    const { subject, text: textOf, note = FACTORS_CHANGED.note } = FACTORS_CHANGED.changes[change];
    const text = textOf(printMoment(at, timezone));
    const body = (
      <Notice name={name} text={text} note={note}>
        <Action href={`${origin}/forgot-password`} label={PASSWORD_CHANGED.action} isSpelledOut />
      </Notice>
    );
    return { subject, preview: text, body };
  },

  organization_deletion: ({ data }, { timezone }) => {
    const { name, organization_name, change, by, deletes_at, url } = data;
    const { subject, text: textOf, note, action } = ORGANIZATION_DELETION[change];
    const text = textOf(organization_name, by, printDate(deletes_at, timezone));
    const body = (
      <Notice name={name} text={text} note={note}>
        <Action href={url} label={action} isSpelledOut />
      </Notice>
    );
    return { subject, preview: subject, body };
  },

  invitation: ({ data, secrets: { url } }, { timezone }) => {
    const { organization_name, role, inviter, expires_at } = data;
    const text = INVITATION.text(organization_name, role, inviter);
    return {
      subject: INVITATION.subject,
      preview: INVITATION.preview(role),
      body: (
        <>
          <Paragraph>{text}</Paragraph>
          <Action href={url} label={INVITATION.action} isSpelledOut />
          <Muted>{INVITATION.note(printDate(expires_at, timezone))}</Muted>
        </>
      ),
      saysWhy: true,
    };
  },
};

interface Words {
  name: string;
  text: string;
  note: string;
}

/** Asks for a click. */
function Request({ name, text, note, url, action }: Words & { url: string; action: string }) {
  return (
    <>
      <Paragraph>{PARTS.hello(name)}</Paragraph>
      <Paragraph>{text}</Paragraph>
      <Action href={url} label={action} isSpelledOut />
      <Muted>{note}</Muted>
    </>
  );
}

function Notice({ name, text, note, children }: Words & { children?: ReactNode }) {
  return (
    <>
      <Paragraph>{PARTS.hello(name)}</Paragraph>
      <Paragraph>{text}</Paragraph>
      <Muted>{note}</Muted>
      {children}
    </>
  );
}
