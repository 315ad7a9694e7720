import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MailServer, type MailServerOptions } from '@/testing/mail-server';
import { type Product, removeFolder, startProduct, temporaryFolder } from '@/testing/product';

/** A running product, and the mail server that it sends by; `stop` ends both and removes the data. */
export interface MailingProduct {
  product: Product;
  mails: MailServer;
  stop: () => Promise<void>;
}

/** Starts a product on data of its own, with a mail server that it trusts. */
export async function startMailingProduct(
  settings: Record<string, string>,
  options: MailServerOptions = {},
): Promise<MailingProduct> {
  const [folder, mails] = await Promise.all([temporaryFolder(), MailServer.start(options)]);
  const certificate = path.join(folder, 'certificate.pem');
  await writeFile(certificate, mails.certificate);
  const cleanUp = async () => {
    await mails.stop();
    await removeFolder(folder);
  };
  try {
    const product = await startProduct(path.join(folder, 'data'), {
      SMTP_URL: mails.url,
      MAIL_FROM: 'shop@example.com',
      NODE_EXTRA_CA_CERTS: certificate,
      ...settings,
    });
    const stop = async () => {
      await product.run.stop();
      await cleanUp();
    };
    return { product, mails, stop };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
