// The words of the page of an ad in the portal.

export const AD = {
  title: 'Your ad',
  preview: 'Preview',
  shown: 'Shown now',
  views: 'Views',
  clicks: 'Clicks',
  form: 'Ad',
  image: 'Image address',
  imageHelp: (width: number, height: number) =>
    `A PNG, JPEG, WebP, GIF, or AVIF of exactly ${width} × ${height} pixels, up to 2 MB. It’s copied when you save: to replace it, enter another address.`,
  imageDark: 'Image address for dark pages',
  imageDarkHelp: 'Without one, dark pages show the image above.',
  text: 'Text',
  textHelp: (left: number) => `${left} of 140 characters left.`,
  link: 'Link',
  linkHelp: 'Where a click leads. Starts with https://.',
  newImage: 'The new image appears here once you save.',
  save: 'Save and send for approval',
  saved: 'Saved. It’s waiting for approval.',
  unchanged: 'Saved.',
  needed: {
    image_url: 'Enter the address of the image.',
    text: 'Enter the text.',
    link_url: 'Enter the link.',
  },
  todo: {
    draft: (seller: string) =>
      `Fill in your ad and save it. ${seller} approves it before it’s shown.`,
    pending: (seller: string) => `Your ad is waiting for approval by ${seller}.`,
    approved: 'Your ad is approved and shown.',
    paused: (seller: string) => `${seller} paused your ad. It isn’t shown for now.`,
    changes_requested: (seller: string) =>
      `${seller} asks you to change your ad. Change it below and save.`,
    revoked: 'This benefit has ended, so your ad isn’t shown.',
  },
  stillShown: 'Until then, the approved version stays up.',
  note: (seller: string) => `${seller} wrote:`,
} as const;
