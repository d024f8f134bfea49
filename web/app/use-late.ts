import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { findLostStyles } from '#web/app/lost-styles.ts'

/**
 * A component whose bundle is loaded when it is wanted; null until then. Unlike with `lazy`, a bundle that fails to
 * load breaks nothing around it: `onFailure` is called, and the bundle is loaded again the next time it is wanted.
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
