// Words of the pages of products.

export const MEDIA = {
  add: 'Add images',
  choose: 'Choose images',
  uploaded: (name: string) => `${name} is uploaded`,
  uploading: 'An image is still uploading. Save when it’s done.',
  uploadFailed: 'An image wasn’t uploaded. Retry or remove it.',
} as const;
