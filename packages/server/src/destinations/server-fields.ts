import { z } from 'zod';

/** What the settings of servers have in common. */

export const hostField = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i, 'must be the name or address of a host');

export const portField = z.int().min(1).max(65_535);

export const userField = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must be without control characters');

/** A folder of the server that paths start in; it may be absolute. */
export const folderField = z
  .string()
  .max(500)
  .regex(/^[^\p{Cc}\\]*$/u, 'must be without control characters and backslashes')
  .refine((text) => !text.split('/').includes('..'), 'must be without ".."')
  .describe('Folder that paths start in. Default: that of the account.');
