// The words of documents, by file.

export const DOCUMENT_PAGE = {
  downloadPdf: 'Download PDF',
};
