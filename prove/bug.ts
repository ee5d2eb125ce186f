// A small bug to be planted: what it breaks, where, and which tests have to notice.
export interface Bug {
  /** What it breaks. */
  promise: string;
  file: string;
  /** The first occurrence is replaced; it must be there. */
  from: string;
  to: string;
  /** Part of the path of the tests that have to notice. */
  test: string;
  /** A pattern for their names, where not all of the file is needed. */
  name?: string;
}
