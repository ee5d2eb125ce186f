// What the settings say about the bucket.

export interface BucketConfig {
  /** Null: Amazon's own, by region. */
  endpoint: string | null;
  region: string;
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Before every key; empty, or with a slash at its end. */
  prefix: string;
  /** Whether we send the large files, or the bucket itself after our check. */
  delivery: "proxy" | "redirect";
  /** Where browsers find it, for the page's policy. */
  origin: string;
}
