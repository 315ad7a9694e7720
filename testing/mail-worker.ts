import { sendMails } from '@/lib/resources/mails/jobs';
import { renderMail } from '@/lib/resources/mails/templates/render';
import { startWorker } from '@/lib/runtime/jobs/worker';

// Sends mails in a process of its own, which a test can kill. The argument is the lease of a mail (ms).

const leaseMs = Number(process.argv[2]);
startWorker({ periodic: [], handlers: [sendMails(renderMail, leaseMs)] });
