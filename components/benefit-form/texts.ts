// Words of the form of a benefit, wherever it is filled in. Those of a type are in its file (components/benefit-types).

export const FORM = {
  type: 'Type',
  description: 'Description',
  descriptionHelp: 'Customers see it at checkout and in their purchases. 3 to 42 characters.',
  uploading: 'A file is still uploading. Save when it’s done.',
  uploadFailed: 'A file wasn’t uploaded. Retry or remove it.',
} as const;

export const DIALOG = {
  title: 'New benefit',
  create: 'Create benefit',
  created: 'Benefit created.',
} as const;
