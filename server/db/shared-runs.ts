/**
 * Lets callers who ask for the same thing at the same time share it. Runs never overlap, and each begins after
 * everybody who shares it has asked. `run` must not reject.
 */
export const sharedRuns = <Result>(run: () => Promise<Result>) => {
  /** The run under way, and the one for those who asked after it began. */
  let current: Promise<Result> | null = null
  let next: Promise<Result> | null = null

  const begin = async (before: Promise<Result> | null) => {
    await before
    current = next
    next = null
    return run()
  }
  return () => {
    next ??= begin(current)
    return next
  }
}
