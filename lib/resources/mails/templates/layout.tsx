import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import type { ReactNode } from 'react';
import { type MailSender, PRODUCT } from '@/lib/resources/mails/kinds';
import {
  darkStyles,
  PaletteContext,
  palettesOf,
  SANS,
  tornEdge,
  usePalette,
} from '@/lib/resources/mails/templates/look';
import { Muted } from '@/lib/resources/mails/templates/parts';
import { PARTS } from '@/lib/resources/mails/templates/texts';

/** What a template writes; {@link Layout} puts it on the seller's paper. */
export interface Letter {
  subject: string;
  /** The heading; default the subject. */
  title?: string;
  /** What lists of mails show behind the subject. */
  preview: string;
  body: ReactNode;
  /** The body tells why the mail was sent. */
  saysWhy?: boolean;
}

/** A whole mail; `sender` is null for the installation's own. */
export function Layout({
  letter: { subject, title = subject, preview, body, saysWhy = false },
  sender,
  audience,
}: {
  letter: Letter;
  sender: MailSender | null;
  audience: keyof typeof PARTS.why;
}) {
  const { light, dark } = palettesOf(sender?.accentColor ?? null);
  return (
    <PaletteContext value={light}>
      <Html lang="en">
        <Head>
          <title>{subject}</title>
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <style>{darkStyles(dark)}</style>
        </Head>
        <Body
          className="paper"
          style={{ backgroundColor: light.paper, fontFamily: SANS, margin: 0, padding: '0 16px' }}
        >
          <Preview>{preview}</Preview>
          <main>
            <Container
              className="ink card"
              style={{
                backgroundColor: light.surface,
                color: light.ink,
                marginTop: 32,
                maxWidth: 560,
              }}
            >
              <Section style={{ padding: '28px 32px 12px' }}>
                <Masthead sender={sender} />
                <Hr className="line" style={{ borderColor: light.line, margin: '16px 0 24px' }} />
                <Heading
                  as="h1"
                  className="ink"
                  style={{ color: light.ink, fontSize: 22, lineHeight: '28px', margin: '0 0 16px' }}
                >
                  {title}
                </Heading>
                {body}
                <Hr className="line" style={{ borderColor: light.line, margin: '32px 0 16px' }} />
                <Footer sender={sender} audience={audience} saysWhy={saysWhy} />
              </Section>
            </Container>
            <Container style={{ marginBottom: 32, maxWidth: 560 }}>
              <div
                className="torn"
                style={{
                  backgroundImage: tornEdge(light.surface),
                  backgroundRepeat: 'repeat-x',
                  backgroundSize: '12px 12px',
                  fontSize: 0,
                  height: 8,
                  lineHeight: 0,
                }}
              />
            </Container>
          </main>
        </Body>
      </Html>
    </PaletteContext>
  );
}

/** The seller's logo, or the first letter of the name as on the pages, and the name; the installation's name alone. */
function Masthead({ sender }: { sender: MailSender | null }) {
  return (
    <Section>
      {sender && <Logo sender={sender} />}
      <span
        className="ink"
        style={{ fontSize: 15, fontWeight: 600, overflowWrap: 'anywhere', verticalAlign: 'middle' }}
      >
        {sender?.name ?? PRODUCT}
      </span>
    </Section>
  );
}

const LOGO = {
  borderRadius: 4,
  display: 'inline-block',
  height: 40,
  marginRight: 10,
  verticalAlign: 'middle',
  width: 40,
} as const;

function Logo({ sender: { name, pictureUrl } }: { sender: MailSender }) {
  const { accent, onAccent } = usePalette();
  if (pictureUrl) return <Img src={pictureUrl} alt="" width={40} height={40} style={LOGO} />;
  return (
    <span
      data-html-only
      aria-hidden
      className="action"
      style={{
        ...LOGO,
        backgroundColor: accent,
        color: onAccent,
        fontSize: 20,
        fontWeight: 600,
        lineHeight: '40px',
        textAlign: 'center',
      }}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

function Footer({
  sender,
  audience,
  saysWhy,
}: Pick<Parameters<typeof Layout>[0], 'sender' | 'audience'> & { saysWhy: boolean }) {
  const name = sender?.name ?? PRODUCT;
  return (
    <>
      {sender?.isSandbox && <Muted>{PARTS.sandbox}</Muted>}
      {sender?.email && audience === 'buyer' && <Muted>{PARTS.reply(name)}</Muted>}
      {!saysWhy && <Muted>{PARTS.why[audience](name)}</Muted>}
      <Muted>{sender ? PARTS.sentBy(name) : PARTS.sentByProduct}</Muted>
    </>
  );
}
