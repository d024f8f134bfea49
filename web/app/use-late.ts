import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { findLostStyles } from '#web/app/lost-styles.ts'

/**
 * A component whose bundle comes once it is wanted; null until then. Unlike `lazy`, a bundle that does not come breaks
 * nothing around it: `onFailure` is told, and it is asked for again when it is wanted again.
 */
export const useLate = <Props>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<Props> }>,
  onFailure: () => void,
): ComponentType<Props> | null => {
  const [late, setLate] = useState<{ Part: ComponentType<Props> } | null>(null)
  const begin = useEffectEvent(async (isGone: () => boolean) => {
    try {
      const [{ default: Part }] = await Promise.all([load(), findLostStyles()])
      setLate({ Part })
    } catch {
      if (!isGone()) onFailure()
    }
  })
  const missing = wanted && late === null
  useEffect(() => {
    if (!missing) return
    let gone = false
    void begin(() => gone)
    return () => {
      gone = true
    }
  }, [missing])
  return late?.Part ?? null
}
