import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirm } from '#web/ui/confirm.ts'

/**
 * Asks before a page is left while something on it is not saved; closing the tab asks too, with the browser's own text.
 */
export const useUnsavedChanges = (dirty: boolean, text = 'Изменения на этой странице не сохранены.') => {
  const free = useRef(false)
  useEffect(() => {
    if (!dirty) free.current = false
  }, [dirty])
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty && !free.current,
    shouldBlockFn: async ({ current, next }) => {
      if (free.current || current.pathname === next.pathname) return false
      // asked once: the page stays a moment longer while the next one is on its way
      free.current = await confirm({
        title: 'Уйти без сохранения?',
        text,
        accept: 'Уйти',
        reject: 'Остаться',
        danger: true,
      })
      return !free.current
    },
  })
}
