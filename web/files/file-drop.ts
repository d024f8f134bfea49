import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { minuteMs } from '#contract/durations.ts'
import { droppedFiles } from '#web/files/dropped-files.ts'

/** A picture out of the clipboard has the same name every time: the moment tells them apart. */
const named = (file: File) => {
  if (!/^image\.\w+$/.test(file.name)) return file
  const now = new Date()
  const [, extension] = file.name.split('.')
  const moment = new Date(now.getTime() - now.getTimezoneOffset() * minuteMs).toISOString()
  const name = `Снимок ${moment.slice(0, 10)} ${moment.slice(11, 19).replaceAll(':', '-')}.${extension}`
  return new File([file], name, { type: file.type, lastModified: file.lastModified })
}

/**
 * Takes files that are dropped on an element, or pasted into it or the form around it; returns whether files are being
 * dragged over the page. A drop beside it does not lead away from the page.
 */
export const useFileDrop = (root: RefObject<HTMLElement | null>, add: (files: File[]) => void) => {
  const [over, setOver] = useState(false)
  const take = useEffectEvent((files: File[]) => files.length > 0 && add(files))
  useEffect(() => {
    const zone = root.current
    if (!zone) return
    const gone = new AbortController()
    const listen = <Name extends 'dragover' | 'drop' | 'paste'>(
      on: Window | HTMLElement,
      name: Name,
      act: (event: HTMLElementEventMap[Name]) => void,
    ) => on.addEventListener(name, act as EventListener, { signal: gone.signal })

    /** True for files that nobody has minded yet: from here on the browser does not open them. */
    const mind = (event: DragEvent, effect: 'copy' | 'none') => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return false
      event.preventDefault()
      event.dataTransfer.dropEffect = effect
      return true
    }
    let end: ReturnType<typeof setTimeout>
    const show = () => {
      setOver(true)
      // browsers do not say reliably when a drag has left the page
      clearTimeout(end)
      end = setTimeout(() => setOver(false), 300)
    }
    listen(zone, 'dragover', (event) => mind(event, 'copy') && show())
    listen(zone, 'drop', (event) => mind(event, 'copy') && take(droppedFiles(event.dataTransfer as DataTransfer)))
    listen(window, 'dragover', (event) => mind(event, 'none') && show())
    listen(window, 'drop', (event) => {
      setOver(false)
      mind(event, 'none')
    })
    listen(window, 'paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const form = zone.parentElement?.closest('form, section') ?? zone
      const isHere = event.target === document.body || form.contains(event.target as Node)
      // an editor in the same form has taken a picture into its text already
      if (files.length === 0 || event.defaultPrevented || !isHere) return
      event.preventDefault()
      take(files.map(named))
    })
    return () => {
      gone.abort()
      clearTimeout(end)
    }
  }, [root])
  return over
}
