// Apart from the check of files, so that a page without uploads does not load its messages.

/** Max file size where the site's settings have none, in bytes: 2 GB. */
export const defaultMaxFileSize = 2_147_483_648
