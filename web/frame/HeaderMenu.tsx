import { IconChevronDown } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import classes from '#web/frame/Header.module.css'
import { Box } from '#web/ui/layout.tsx'

/** Where the focus goes from the item it is at, by the key; -1 stands for none. */
const moves = new Map<string, (at: number, count: number) => number>([
  ['ArrowDown', (at, count) => (at + 1) % count],
  ['ArrowUp', (at, count) => (at <= 0 ? count - 1 : at - 1)],
  ['Home', () => 0],
  ['End', (_, count) => count - 1],
])

/** What the link of a menu carries. */
export interface MenuLink {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string
  onClick: () => void
}

/**
 * A link of the header with a menu: a click follows the link; the menu opens by hover, by its arrow and by the down
 * key. Items are elements with `data-item`; `items` and `link` receive the function that closes it.
 */
export const HeaderMenu = ({
  link,
  arrow,
  className,
  items,
}: {
  link: (props: MenuLink) => ReactNode
  /** The accessible name of the arrow. */
  arrow: string
  className: string | undefined
  items: (close: () => void) => ReactNode
}) => {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const openedByHover = useRef(false)
  const opener = useRef<HTMLElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const menuId = useId()
  const close = () => setOpen(false)

  useEffect(() => {
    if (!open) return
    const isOutside = (target: EventTarget | null) => !root.current?.contains(target as Node | null)
    const onPress = ({ target }: Event) => isOutside(target) && setOpen(false)
    // a focus that goes from one place of the page to another has nothing to do with a menu that a mouse has opened
    const onFocus = ({ target, relatedTarget }: FocusEvent) =>
      isOutside(target) && !isOutside(relatedTarget) && setOpen(false)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
    }
  }, [open])

  const focusItem = (move: (at: number, count: number) => number) => {
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    all[move(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      close()
      opener.current?.focus()
      return
    }
    const move = moves.get(event.key)
    if (!move || (!open && event.key !== 'ArrowDown')) return
    event.preventDefault()
    if (!open) opener.current = event.target as HTMLElement
    setOpen(true)
    requestAnimationFrame(() => focusItem(move))
  }
  const hover = (event: PointerEvent, inside: boolean) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(closing.current)
    if (inside) {
      if (!open) openedByHover.current = true
      setOpen(true)
    } else closing.current = setTimeout(close, 150)
  }

  // a mouse has opened the menu by the time it clicks: that click is no wish to close it
  const toggle = (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget
    setOpen(openedByHover.current || !open)
    openedByHover.current = false
  }

  const controls = { 'aria-haspopup': 'menu', 'aria-expanded': open, 'aria-controls': menuId } as const
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the hover belong to the link and the arrow in it
    <div
      ref={root}
      className={classes.dropdown}
      onKeyDown={onKeyDown}
      onPointerEnter={(event) => hover(event, true)}
      onPointerLeave={(event) => hover(event, false)}
    >
      <div className={className}>
        {link({ ...controls, onClick: close })}
        <button type="button" aria-label={arrow} {...controls} onClick={toggle}>
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </div>
      <div id={menuId} className={classes.menu} hidden={!open}>
        {open && (
          <Box pad={1.5} ground="surface" round="m" edge="line" shadow="menu" className={classes.list}>
            {items(close)}
          </Box>
        )}
      </div>
    </div>
  )
}
