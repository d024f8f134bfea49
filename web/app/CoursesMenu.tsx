import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import classes from '#web/app/Header.module.css'

/** Where the focus goes from the item it is at, by the key; -1 stands for none. */
const moves = new Map<string, (at: number, count: number) => number>([
  ['ArrowDown', (at, count) => (at + 1) % count],
  ['ArrowUp', (at, count) => (at <= 0 ? count - 1 : at - 1)],
  ['Home', () => 0],
  ['End', (_, count) => count - 1],
])

/** «Курсы»: a click goes to the list; the menu of courses opens by hover, by the arrow and by the down key. */
export const CoursesMenu = ({ courses }: { courses: Record<string, string> }) => {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const openedByHover = useRef(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const menuId = useId()

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [open])

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const focusItem = (move: (at: number, count: number) => number) => {
    const all = items()
    all[move(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false)
      root.current?.querySelector('a')?.focus()
      return
    }
    const move = moves.get(event.key)
    if (!move || (!open && event.key !== 'ArrowDown')) return
    event.preventDefault()
    setOpen(true)
    requestAnimationFrame(() => focusItem(move))
  }
  const hover = (event: PointerEvent, inside: boolean) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(closing.current)
    if (inside) {
      if (!open) openedByHover.current = true
      setOpen(true)
    } else closing.current = setTimeout(() => setOpen(false), 150)
  }

  // a mouse has opened the menu by the time it clicks: that click is no wish to close it
  const toggle = () => {
    setOpen(openedByHover.current || !open)
    openedByHover.current = false
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the hover belong to the link and the arrow in it
    <div
      ref={root}
      className={classes.dropdown}
      onKeyDown={onKeyDown}
      onPointerEnter={(event) => hover(event, true)}
      onPointerLeave={(event) => hover(event, false)}
    >
      <div className={classes.split}>
        <a
          href="/courses"
          aria-haspopup="menu"
          aria-expanded={open}
          aria-controls={menuId}
          onClick={() => setOpen(false)}
        >
          Курсы
        </a>
        <button
          type="button"
          aria-label="Список курсов"
          aria-haspopup="menu"
          aria-expanded={open}
          aria-controls={menuId}
          onClick={toggle}
        >
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </div>
      <div id={menuId} className={classes.menu} hidden={!open}>
        <div className={classes.list} role="menu" aria-label="Курсы">
          {Object.entries(courses).map(([id, name]) => (
            <a key={id} href={pathTo('courses.show', { id })} role="menuitem" onClick={() => setOpen(false)}>
              {name}
            </a>
          ))}
        </div>
      </div>
    </div>
  )
}
