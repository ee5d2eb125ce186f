// What is said when the media storage cannot be used.
export const words = {
  // at the start
  wrongBucket: (bucket: string) =>
    `The database lists recordings, but their files are not in the bucket ${bucket}. Correct the S3 settings, or copy the files there with: npm run archive -- move-media to-s3`,
  folderMissing: (folder: string) =>
    `The media folder ${folder} is missing or empty, but the database has recordings. Mount or restore it, and start again.`,
  bucketNotUsable: (bucket: string, why: string) => `The bucket ${bucket} cannot be used: ${why}`,
  bucketPublic: (bucket: string) =>
    `Everyone can read the bucket ${bucket}. Make it private (block all public access), and start again.`,
  bucketReasons: {
    NoSuchBucket: "it does not exist. Create it, or correct S3_BUCKET.",
    InvalidAccessKeyId: "its service does not know the key. Correct S3_ACCESS_KEY_ID.",
    SignatureDoesNotMatch: "the secret is wrong. Correct S3_SECRET_ACCESS_KEY.",
    AccessDenied: "this key has no permission to list it. Give the key permission to list, read, write and delete.",
    ECONNREFUSED: "nothing answers at S3_ENDPOINT. Check that the service is running.",
    ENOTFOUND: "the name in S3_ENDPOINT is unknown. Correct it.",
    EAI_AGAIN: "the name in S3_ENDPOINT cannot be looked up now. Check the DNS of this machine.",
    TimeoutError: "its service does not answer. Check that it is running, and the network to it.",
    ECONNRESET: "its service breaks off connections. Check that it is running.",
    EHOSTUNREACH: "there is no way to its service. Check the network of this machine.",
    ENETUNREACH: "there is no way to its service. Check the network of this machine.",
    RequestTimeTooSkewed: "the clock of this machine is wrong. Run: sudo timedatectl set-ntp true",
  } as Record<string, string>,

  // the bucket for backups
  vaultNotUsable: (bucket: string, why: string) => `The bucket ${bucket} cannot be used for backups: ${why}`,
  vaultPublic: (bucket: string) =>
    `Everyone can read the bucket ${bucket}. Make it private (block all public access), and try again.`,
  vaultReasons: {
    NoSuchBucket: "there is no bucket with this name. Create it, or correct the name.",
    InvalidAccessKeyId: "its service does not know the access key. Correct the access key.",
    SignatureDoesNotMatch: "the secret key is wrong. Enter it again.",
    AccessDenied: "this access key has no permission to list it. Allow it to list, read, write and delete.",
    ECONNREFUSED: "nothing answers at the address of the service. Check that it is running.",
    AbortError: "its service does not answer. Check its address, and try again.",
    TimeoutError: "its service does not answer. Check its address, and try again.",
    ENOTFOUND: "the address of the service is unknown. Correct it.",
  } as Record<string, string>,

  // while it runs
  bucket: (name: string) => `the bucket ${name}`,
  folder: (folder: string) => `the folder ${folder}`,
  outage: (trouble: string) =>
    `${trouble} Until then recordings cannot be played, and uploads and the queue wait. They continue by themselves.`,
  otherMarker: "the files of this archive are not there. Check S3_BUCKET and S3_PREFIX.",
  serviceFails: (status: number) => `its service answers with error ${status}. Check that the service works.`,
  folderAway: (folder: string) =>
    `The media folder ${folder} cannot be read, or is not the one of this archive. Check that its disk is mounted.`,
  noAnswer: "The storage does not answer right now. Please try again in a moment.",
  notReachable: "The media storage is not reachable right now. Please try again later.",
  noSpace: ({ free, needed, missing }: Record<"free" | "needed" | "missing", string>) =>
    `There is not enough space: ${needed} is needed, but only ${free} is free. Free at least ${missing}. Nothing was lost.`,
} as const;
