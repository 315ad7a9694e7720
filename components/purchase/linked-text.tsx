import { Fragment } from 'react';

/** Addresses of web pages, up to white space or a character that ends a sentence around them. */
const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])/i;

/** A seller's plain text, in which addresses of web pages (http and https alone) are links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) => {
    const url = index % 2 === 1 && URL.canParse(part) ? new URL(part) : null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <Fragment key={index}>
        {url ? (
          <a
            href={url.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline decoration-line hover:decoration-current"
          >
            {part}
          </a>
        ) : (
          part
        )}
      </Fragment>
    );
  });
}
