import { readFile } from 'node:fs/promises';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { printMoney } from '@/lib/contract/money';
import { isPng, unpacksWithin } from '@/lib/resources/documents/print/png';
import {
  type Party,
  type PrintedDocument,
  type PrintedLine,
  printDocument,
} from '@/lib/resources/documents/print/printed-document';
import type { IssuedDocument } from '@/lib/resources/documents/schema';

// A document as a PDF, in the look of its page. Lengths are points. The same document gives the same bytes:
// times and the id come from it, and the font is a file of a pinned package.

const FONTS = path.resolve('node_modules/@expo-google-fonts/inter');
const INK = '#1b1a17';
const MUTED = '#605d57';
const LINE = '#e0ddd6';
const MARGIN = 56;
const FOOTER = 40;
const GAP = 24;
const LOGO = 32;
/** Of a PNG, whose pixels are unpacked to be embedded: 4 megapixels of 16 bits a channel are less. */
const MAX_UNPACKED = 40_000_000;
/** Figures of one width, so that amounts stand below each other. */
const TABULAR: TextOptions = { features: ['tnum'] };
const LETTER_COUNTRIES = ['US', 'CA', 'MX'];

type TextOptions = PDFKit.Mixins.TextOptions;

interface Style {
  font: 'regular' | 'semibold';
  size: number;
  height: number;
  color: string;
}

const TITLE: Style = { font: 'semibold', size: 20, height: 26, color: INK };
const TEXT: Style = { font: 'regular', size: 10, height: 15, color: INK };
const STRONG: Style = { ...TEXT, font: 'semibold' };
const SMALL: Style = { font: 'regular', size: 8.5, height: 13, color: MUTED };

/** Renders a document, of as many pages as it needs, numbered where they are several. `logo`: a PNG or JPEG. */
export async function renderPdf(
  document: IssuedDocument,
  logo: Uint8Array | null = null,
): Promise<Buffer> {
  const [regular, semibold] = await Promise.all([
    readFile(path.join(FONTS, '400Regular/Inter_400Regular.ttf')),
    readFile(path.join(FONTS, '600SemiBold/Inter_600SemiBold.ttf')),
  ]);
  const printed = printDocument(document);
  const { seller, issued_at } = document.content;
  const pdf = new PDFDocument({
    size: LETTER_COUNTRIES.includes(seller.legal_address?.country ?? '') ? 'LETTER' : 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: printed.name,
      Author: seller.legal_name ?? seller.name,
      Creator: 'Tilldesk',
      Producer: 'Tilldesk',
      CreationDate: new Date(issued_at),
    },
  });
  pdf.registerFont('regular', regular);
  pdf.registerFont('semibold', semibold);
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  new Sheet(pdf).draw(printed, logo);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Draws from top to bottom, and goes on with a new page where one is full. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #width: number;
  #y = MARGIN;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    this.#width = pdf.page.width - 2 * MARGIN;
  }

  draw(
    { title, name, facts, seller, buyer, lines, total, currency, notes }: PrintedDocument,
    logo: Uint8Array | null,
  ) {
    if (logo && (!isPng(logo) || unpacksWithin(MAX_UNPACKED, logo))) this.#logo(logo);
    this.#header(title, facts);
    this.#parties([seller, buyer]);
    for (const line of lines) this.#line(line, currency);
    this.#total(total.label, printMoney(total.amount, currency));
    this.#y += GAP;
    for (const note of notes) this.#paragraph(note, SMALL);
    this.#numberPages(name);
  }

  /** Cut to a square, as everywhere. */
  #logo(picture: Uint8Array): void {
    this.#pdf.save().roundedRect(MARGIN, this.#y, LOGO, LOGO, 3).clip();
    this.#pdf.image(Buffer.from(picture), MARGIN, this.#y, {
      cover: [LOGO, LOGO],
      align: 'center',
      valign: 'center',
    });
    this.#pdf.restore();
    this.#y += LOGO + 12;
  }

  #header(title: string, facts: PrintedDocument['facts']): void {
    this.#text(title, TITLE, MARGIN);
    const names = Math.max(...facts.map(([name]) => this.#widthOf(name, TEXT)));
    const values = Math.max(...facts.map(([, value]) => this.#widthOf(value, TEXT, TABULAR)));
    const left = MARGIN + this.#width - values - names - 16;
    for (const [name, value] of facts) {
      this.#text(name, { ...TEXT, color: MUTED }, left);
      this.#right(value, TEXT);
      this.#y += TEXT.height;
    }
    this.#y += GAP;
  }

  /** Seller and buyer beside each other, row by row. */
  #parties(parties: readonly [Party, Party]): void {
    const width = (this.#width - GAP) / 2;
    const columns = parties.map(({ title, name, lines }) => [
      { text: title, style: SMALL },
      ...(name === null ? [] : this.#wrap(name, STRONG, width)),
      ...lines.flatMap((line) => this.#wrap(line, TEXT, width)),
    ]);
    const rows = Math.max(...columns.map(({ length }) => length));
    for (let row = 0; row < rows; row += 1) {
      this.#ensure(TEXT.height);
      columns.forEach((column, index) => {
        const cell = column[row];
        if (cell) this.#text(cell.text, cell.style, MARGIN + index * (width + GAP));
      });
      this.#y += TEXT.height;
    }
    this.#y += GAP;
  }

  /** A line of the receipt: label, dotted leader, amount. */
  #line({ label, detail, amount }: PrintedLine, currency: string): void {
    const price = printMoney(amount, currency);
    const priceWidth = this.#widthOf(price, TEXT, TABULAR);
    const room = this.#width - priceWidth - 2 * GAP;
    const rows = this.#wrap(label, TEXT, room);
    const details = detail === null ? [] : this.#wrap(detail, SMALL, room);
    // The last row of the label, the amount and the detail stay together.
    const kept = TEXT.height + details.length * SMALL.height;
    rows.forEach(({ text }, index) => {
      const isLast = index === rows.length - 1;
      this.#ensure(isLast ? kept : TEXT.height);
      this.#text(text, TEXT, MARGIN);
      if (isLast) {
        this.#leader(this.#widthOf(text, TEXT), priceWidth);
        this.#right(price, TEXT);
      }
      this.#y += TEXT.height;
    });
    for (const { text } of details) {
      this.#text(text, SMALL, MARGIN);
      this.#y += SMALL.height;
    }
    this.#y += 5;
  }

  #total(label: string, amount: string): void {
    this.#ensure(40);
    this.#y += 4;
    this.#rule(this.#y, INK, 0.75);
    this.#y += 8;
    this.#text(label, STRONG, MARGIN);
    this.#right(amount, STRONG);
    this.#y += STRONG.height + 6;
    this.#rule(this.#y, INK, 0.75);
    this.#rule(this.#y + 2.25, INK, 0.75);
  }

  #paragraph(text: string, style: Style): void {
    for (const row of this.#wrap(text, style, this.#width)) {
      this.#ensure(style.height);
      this.#text(row.text, style, MARGIN);
      this.#y += style.height;
    }
  }

  #numberPages(name: string): void {
    const { count } = this.#pdf.bufferedPageRange();
    if (count === 1) return;
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      this.#y = this.#pdf.page.height - FOOTER;
      this.#rule(this.#y - 8, LINE, 0.5);
      this.#text(name, SMALL, MARGIN);
      this.#right(`Page ${page + 1} of ${count}`, SMALL);
    }
  }

  #ensure(height: number): void {
    if (this.#y + height <= this.#pdf.page.height - FOOTER - MARGIN / 2) return;
    this.#pdf.addPage();
    this.#y = MARGIN;
  }

  #use({ font, size, color }: Style) {
    return this.#pdf.font(font).fontSize(size).fillColor(color);
  }

  #widthOf(text: string, style: Style, options: TextOptions = {}): number {
    return this.#use(style).widthOfString(text, options);
  }

  #text(text: string, style: Style, x: number, options: TextOptions = {}): void {
    this.#use(style).text(text, x, this.#y, { lineBreak: false, ...options });
  }

  #right(text: string, style: Style): void {
    const left = MARGIN + this.#width - this.#widthOf(text, style, TABULAR);
    this.#text(text, style, left, TABULAR);
  }

  #rule(y: number, color: string, thickness: number): void {
    this.#pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.#width, y)
      .lineWidth(thickness)
      .undash()
      .strokeColor(color)
      .stroke();
  }

  #leader(labelWidth: number, amountWidth: number): void {
    const y = this.#y + TEXT.size;
    this.#pdf
      .moveTo(MARGIN + labelWidth + 6, y)
      .lineTo(MARGIN + this.#width - amountWidth - 6, y)
      .lineWidth(0.6)
      .dash(0.6, { space: 3 })
      .strokeColor(MUTED)
      .stroke();
  }

  /** Breaks a text into rows of a width, between words and, where one is wider than a row, inside it. */
  #wrap(text: string, style: Style, width: number): { text: string; style: Style }[] {
    const rows = [''];
    let left = width;
    const append = (part: string, separator: string) => {
      const taken = this.#widthOf(part, style);
      const space = this.#widthOf(separator, style);
      if (rows.at(-1) === '' || taken + space > left) {
        if (rows.at(-1) !== '') rows.push('');
        rows[rows.length - 1] = part;
        left = width - taken;
      } else {
        rows[rows.length - 1] += separator + part;
        left -= taken + space;
      }
    };
    for (const word of text.split(/[\s\p{Cc}]+/u).filter(Boolean)) {
      if (this.#widthOf(word, style) <= width) append(word, ' ');
      else [...word].forEach((character, index) => void append(character, index === 0 ? ' ' : ''));
    }
    return rows.map((row) => ({ text: row, style }));
  }
}
