import * as commands from '@/lib/resources/advertisements/commands';
import {
  getCustomerAdvertisement,
  updateCustomerAdvertisement,
} from '@/lib/resources/advertisements/contract';
import * as service from '@/lib/resources/advertisements/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getCustomerAdvertisement, service.getOfBuyer);
export const PATCH = route.update(updateCustomerAdvertisement, commands.fillIn);
