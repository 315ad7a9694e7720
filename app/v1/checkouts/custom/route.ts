import * as commands from '@/lib/resources/checkouts/commands';
import { createCheckout, listCheckouts } from '@/lib/resources/checkouts/contract';
import * as service from '@/lib/resources/checkouts/service';
import { implement } from '@/lib/resources/implement';

export const GET = implement(listCheckouts, ({ scope, query }) => service.listAll(scope, query));
export const POST = implement(createCheckout, ({ scope, body }) => commands.create(scope, body));
