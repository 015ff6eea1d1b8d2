/** The service took an object, and holds it not as long as it was told to. */
export class NotLocked extends Error {
  constructor() {
    super(
      'The bucket does not keep objects, or these credentials may not see that it does: it needs S3 Object Lock, which is turned on when a bucket is made, and s3:GetObjectRetention.',
    );
    this.name = 'NotLocked';
  }
}
