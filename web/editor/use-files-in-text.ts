import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type FileCheck, isPartOfText } from '#contract/files/check-file.ts'
import { insertFile } from '#web/editor/insert-file.ts'
import { addPlace, blockPlace, listPlaces, markPlace, placeOf, removePlace } from '#web/editor/upload-places.ts'
import { checkFile } from '#web/ui/check-file.ts'
import { startUpload, takeUpload, useUploads } from '#web/uploads/uploads.ts'

/**
 * Sends files for a text and puts them into it when they have arrived, also those that an earlier page began to send.
 * `target` says whose they are; without it no files can be sent. `fileCheck` is about files that are no part of the text.
 */
export const useFilesInText = (editor: Editor, target: string | undefined, fileCheck: FileCheck = {}) => {
  const uploads = useUploads(target ?? '')
  const taken = useRef(new Set<string>())

  const follow = useEffectEvent(() => {
    if (!target || editor.isDestroyed) return
    for (const { key, file, film } of uploads) {
      if (!file || taken.current.has(key)) continue
      taken.current.add(key)
      void takeUpload(key, (stored) => {
        // then it waits for the next editor of this text
        if (editor.isDestroyed) return false
        insertFile(editor, key, stored, film)
        return true
      })
    }
    for (const place of listPlaces(editor.state)) {
      const upload = uploads.find(({ key }) => key === place.upload)
      const hasFailed = upload?.phase === 'failed'
      // a cancelled one has no place to wait for
      if (!upload) editor.view.dispatch(removePlace(editor.state.tr, place.upload))
      else if (hasFailed !== place.hasFailed) editor.view.dispatch(markPlace(editor.state.tr, { ...place, hasFailed }))
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the uploads change
  useEffect(() => follow(), [uploads, editor])

  /** Sends files, of certain types only, that will be put at a position, or where the cursor is. */
  const send = (files: File[], { position, types }: { position?: number | undefined; types?: string[] } = {}) => {
    if (!target) return
    for (const file of files) {
      if (types && !checkFile(file, { types })) continue
      const upload = startUpload(file, { target, check: isPartOfText(file) ? {} : fileCheck })
      const { picture, file: card } = editor.schema.nodes
      const type = picture ?? card
      if (!upload || !type || placeOf(editor.state, upload.key) !== null) continue
      const at = blockPlace(editor.state.doc, position ?? editor.state.selection.to, type)
      editor.view.dispatch(addPlace(editor.state.tr, upload.key, upload.name, at))
    }
  }
  const addCaptions = (film: string, files: File[]) => {
    if (!target) return
    for (const file of files.slice(0, 1)) startUpload(file, { target, film, check: { types: ['.vtt'] } })
  }
  return { send, addCaptions }
}
