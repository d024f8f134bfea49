import { notifyManager } from '@tanstack/react-query'
import { expect } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'

/** Waits until components know what has begun and ended so far: they are notified in a later turn. */
export const changesShown = () => new Promise<void>((resolve) => notifyManager.schedule(resolve))

/** Waits until no change is on its way, and components know it. */
export const changesSettled = async () => {
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await changesShown()
}
