/** A copy that cannot be made or used; the message is for people. */
export class BackupError extends Error {
  override name = 'BackupError'
}
