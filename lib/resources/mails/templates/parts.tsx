import { Button } from '@react-email/button';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { ReactNode } from 'react';
import { MONO, usePalette } from '@/lib/resources/mails/templates/look';
import { PARTS } from '@/lib/resources/mails/templates/texts';

export function Paragraph({ children }: { children: ReactNode }) {
  const { ink } = usePalette();
  return (
    <Text
      className="ink"
      style={{
        color: ink,
        fontSize: 15,
        lineHeight: '24px',
        margin: '0 0 16px',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Text>
  );
}

export function Muted({ children }: { children: ReactNode }) {
  const { muted } = usePalette();
  return (
    <Text
      className="muted"
      style={{
        color: muted,
        fontSize: 13,
        lineHeight: '20px',
        margin: '0 0 8px',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Text>
  );
}

/** The amount that a mail is about, and what it says of it: the card, or when it is due. */
export function Amount({
  children,
  note = null,
}: {
  children: ReactNode;
  note?: string | null | undefined;
}) {
  const { ink } = usePalette();
  return (
    <>
      <Text
        className="ink"
        style={{ color: ink, fontSize: 28, fontWeight: 600, lineHeight: '32px', margin: '0 0 8px' }}
      >
        {children}
      </Text>
      {note !== null && <Muted>{note}</Muted>}
    </>
  );
}

export function Subheading({ children }: { children: ReactNode }) {
  const { ink } = usePalette();
  return (
    <h2
      className="ink"
      style={{ color: ink, fontSize: 15, lineHeight: '24px', margin: '24px 0 8px' }}
    >
      {children}
    </h2>
  );
}

/** A button in the seller's accent; with `isSpelledOut` its address below it, for clients that show none. */
export function Action({
  href,
  label,
  isSpelledOut = false,
}: {
  href: string;
  label: string;
  isSpelledOut?: boolean;
}) {
  const { accent, onAccent } = usePalette();
  return (
    <Section style={{ margin: '24px 0 16px' }}>
      <Button
        href={href}
        className="action"
        style={{
          backgroundColor: accent,
          borderRadius: 4,
          color: onAccent,
          fontSize: 15,
          fontWeight: 600,
          lineHeight: '20px',
          padding: '12px 20px',
        }}
      >
        {label}
      </Button>
      {isSpelledOut && (
        // The text has the address behind the label already.
        <div data-html-only style={{ marginTop: 16 }}>
          <Muted>
            {PARTS.linkFails}
            <br />
            {href}
          </Muted>
        </div>
      )}
    </Section>
  );
}

/** What is to be copied, each in a line of its own. */
export function Codes({ values }: { values: readonly string[] }) {
  const { ink, sunken } = usePalette();
  return values.map((value) => (
    <Text
      key={value}
      className="sunken"
      style={{
        backgroundColor: sunken,
        borderRadius: 4,
        color: ink,
        fontFamily: MONO,
        fontSize: 16,
        lineHeight: '24px',
        margin: '0 0 8px',
        overflowWrap: 'anywhere',
        padding: '8px 12px',
      }}
    >
      {value}
    </Text>
  ));
}

/** Names and values in two columns; the last row is the sum where `hasSum`. */
export function Rows({
  caption,
  head,
  rows,
  hasSum = false,
}: {
  caption: string;
  head: readonly [string, string];
  rows: readonly (readonly [string, string])[];
  hasSum?: boolean;
}) {
  const { ink, line, muted } = usePalette();
  const cell = {
    borderTop: `1px solid ${line}`,
    color: ink,
    fontSize: 15,
    lineHeight: '24px',
    padding: '8px 0',
    verticalAlign: 'top',
  } as const;
  const top = { ...cell, borderTop: 'none', color: muted, fontSize: 13, fontWeight: 400 };
  return (
    <table
      className="rows"
      aria-label={caption}
      style={{ borderCollapse: 'collapse', margin: '0 0 16px', width: '100%' }}
    >
      <thead>
        <tr>
          <th scope="col" className="muted" style={{ ...top, textAlign: 'left' }}>
            {head[0]}
          </th>
          <th scope="col" className="muted" style={{ ...top, textAlign: 'right' }}>
            {head[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value], index) => {
          const weight = { fontWeight: hasSum && index === rows.length - 1 ? 600 : 400 };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once; lines may be alike.
            <tr key={index}>
              <td
                className="ink line"
                style={{
                  ...cell,
                  ...weight,
                  overflowWrap: 'anywhere',
                  paddingRight: 16,
                  textAlign: 'left',
                }}
              >
                {name}
              </td>
              <td
                className="ink line"
                style={{ ...cell, ...weight, textAlign: 'right', whiteSpace: 'nowrap' }}
              >
                {value}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
