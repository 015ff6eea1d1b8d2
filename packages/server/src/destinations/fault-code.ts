import { z } from 'zod';
import { DELIVERY_FAULTS, type DeliveryFaultCode } from './faults.ts';

/** What went wrong with a delivery, as answers say it. */
export const faultCode = z
  .enum(Object.keys(DELIVERY_FAULTS) as [DeliveryFaultCode, ...DeliveryFaultCode[]])
  .meta({ id: 'DeliveryFaultCode' });
