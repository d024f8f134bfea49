import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Center, Row } from '#web/ui/layout.tsx'
import classes from '#web/ui/SideLine.module.css'

/** The part of the line that a button moves it by. */
const step = 0.7

/** The room of a button at the end of a line, in pixels. */
const endRoom = 44

/** Moves a line so that all of an item is in sight; not by `scrollIntoView`, which moves the page as well. */
const bring = (line: Element | null, item: Element | null | undefined) => {
  if (!line || !item) return
  const [{ left, right }, box] = [line.getBoundingClientRect(), item.getBoundingClientRect()]
  if (box.left < left + endRoom) line.scrollLeft += box.left - left - endRoom
  else if (box.right > right - endRoom) line.scrollLeft += box.right - right + endRoom
}

/**
 * Links or buttons in one line that moves sideways where it has no room for all of them. It follows the focus of the
 * keyboard, so the buttons at its ends are for the pointer alone.
 */
export const SideLine = ({
  shown,
  className,
  children,
}: {
  /** The one that is current is moved into sight as this changes. */
  shown: string
  className?: string | undefined
  children: ReactNode
}) => {
  const line = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const element = line.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const [before, after] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]
      setHidden((now) => (now.before === before && now.after === after ? now : { before, after }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is current then
  useEffect(() => {
    bring(line.current, line.current?.querySelector('[aria-current]'))
  }, [shown])
  const move = (by: 1 | -1) => {
    const element = line.current
    element?.scrollBy({ left: by * step * element.clientWidth, behavior: 'smooth' })
  }
  return (
    <div
      className={[classes.frame, className].join(' ')}
      data-before={hidden.before || undefined}
      data-after={hidden.after || undefined}
    >
      <Row
        gap={1.5}
        className={classes.line}
        ref={line}
        // what is pressed by the pointer stays under it
        onFocus={({ target }) => target.matches(':focus-visible') && bring(line.current, target)}
      >
        {children}
      </Row>
      {(['before', 'after'] as const).map(
        (to) =>
          hidden[to] && (
            <Center
              key={to}
              as="button"
              type="button"
              pad={0}
              tabIndex={-1}
              aria-hidden="true"
              className={classes.more}
              data-to={to}
              onClick={() => move(to === 'after' ? 1 : -1)}
            >
              {to === 'after' ? <IconChevronRight size={18} stroke={2} /> : <IconChevronLeft size={18} stroke={2} />}
            </Center>
          ),
      )}
    </div>
  )
}
