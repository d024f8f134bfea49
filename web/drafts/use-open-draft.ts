import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { type DraftSource, type OpenDraft, openDraft } from '#web/drafts/open-drafts.ts'

const nothing = { subscribe: () => () => {}, get: () => null }

/**
 * Opens a draft; null for the moment that it takes to ask the device and the server. `known` may be shown without that
 * moment.
 */
export const useOpenDraft = <V>(source: DraftSource<V>, known?: OpenDraft<V>): OpenDraft<V> | null => {
  const name = `${source.userId}:${source.key}`
  const [opened, setOpened] = useState<{ name: string; draft: OpenDraft<V> } | null>(
    known ? { name, draft: known } : null,
  )
  const begin = useEffectEvent(() => openDraft(source))
  useEffect(() => {
    let left = false
    void begin().then((draft) => {
      // the known draft, most of the time: then there is nothing to draw again
      if (!left) setOpened((before) => (before?.name === name && before.draft === draft ? before : { name, draft }))
    })
    return () => {
      left = true
    }
  }, [name])
  return opened?.name === name ? opened.draft : null
}

/** Follows what a draft holds and where it is. */
export const useDraftState = <V>(draft: OpenDraft<V> | null): DraftState<V> | null =>
  useSyncExternalStore<DraftState<V> | null>((draft ?? nothing).subscribe, (draft ?? nothing).get)
