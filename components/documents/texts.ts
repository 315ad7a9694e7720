// The words of documents, by file.

export const DOCUMENT_PAGE = {
  downloadPdf: 'Download PDF',
  refunded: (amount: string) => `${amount} was refunded.`,
  creditNote: (number: string) => `Credit note ${number}`,
  refunds: 'Refunds',
};
