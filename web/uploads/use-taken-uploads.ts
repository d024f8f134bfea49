import { useEffect, useEffectEvent, useRef } from 'react'
import type { StoredFile } from '#contract/files/files.schema.ts'
import type { Upload } from '#web/uploads/upload.ts'
import { takeUpload } from '#web/uploads/uploads.ts'

/**
 * Hands what has arrived over to a field that is on the page, each file once; `begunAt` is when it was chosen. What
 * arrives after the field is gone waits for the next time it is shown.
 */
export const useTakenUploads = (uploads: Upload[], take: (file: StoredFile, begunAt: number) => void) => {
  const done = uploads.filter(({ phase }) => phase === 'done').map(({ key }) => key)
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const attach = useEffectEvent(() => {
    for (const key of done) {
      void takeUpload(key, (file, begunAt) => {
        if (!mounted.current) return false
        take(file, begunAt)
        return true
      })
    }
  })
  const keys = done.join()
  useEffect(() => {
    if (keys) attach()
  }, [keys])
}
