import { Fragment } from 'react';

/** A description of the document: paragraphs, in which `code` is marked by backticks. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className}>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          {paragraph.split('`').map((part, index) =>
            index % 2 === 1 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same word can be there twice
              <code key={index} className="bg-sunken px-1 font-mono text-xs">
                {part}
              </code>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Fragment key={index}>{part}</Fragment>
            ),
          )}
        </p>
      ))}
    </div>
  );
}
