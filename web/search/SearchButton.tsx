import { IconSearch } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import classes from '#web/frame/Header.module.css'
import { searchOpened } from '#web/search/search-opened.ts'
import { Center } from '#web/ui/layout.tsx'
import { useStore } from '#web/ui/store.ts'

const SearchPalette = lateDialog(() => import('#web/search/SearchPalette.tsx'))

/** Opens the search, as Ctrl K or ⌘K does, which a text editor keeps for its links. */
export const SearchButton = ({ user }: { user: CurrentUser }) => {
  const opened = useStore(searchOpened)
  // before the button is painted: the keys may be pressed as soon as the page is visible
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { code, ctrlKey, metaKey, altKey, shiftKey } = event
      if (code !== 'KeyK' || !(ctrlKey || metaKey) || altKey || shiftKey || event.defaultPrevented) return
      event.preventDefault()
      // not over a dialog that is about something else
      if (!document.querySelector('[role="dialog"]')) searchOpened.set(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
      // the next user has not opened it
      searchOpened.set(false)
    }
  }, [])
  return (
    <>
      <Center
        as="button"
        type="button"
        pad={0}
        tone="soft"
        hover="sunken"
        className={`${classes.icon} ${classes.search}`}
        aria-label="Поиск"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-tip="Поиск, Ctrl K"
        onClick={() => searchOpened.set(true)}
      >
        <IconSearch size={22} stroke={1.75} aria-hidden="true" />
      </Center>
      {opened && <SearchPalette user={user} onClose={() => searchOpened.set(false)} />}
    </>
  )
}
