import { explain } from '#server/start-errors.ts'

/** Ends a command with a sentence about what went wrong. */
export const failCommand = (error: unknown) => {
  const isPlain = error instanceof Error && !('code' in error) && !error.cause
  console.error(
    isPlain || (error instanceof Error && error.name === 'BackupError') ? (error as Error).message : explain(error),
  )
  process.exitCode = 1
}
