/** What was removed when its time was over. */
export interface RetentionTables {
  purges: PurgesTable;
}

interface PurgesTable {
  organisation_id: string;
  kind: string;
  day: Date;
  count: number;
  digest: Buffer;
  recorded_at: Date | null;
}
