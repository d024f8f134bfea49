import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Box, Text } from '#web/ui/layout.tsx'
import classes from '#web/ui/ToastArea.module.css'
import { dismissToast, type Toast, toastLife, useAreMessagesBelow, useToasts } from '#web/ui/toasts.ts'

const icons = { success: IconCircleCheck, info: IconInfoCircle, warn: IconAlertTriangle, error: IconCircleX }

/** How often the time of a message is counted, in milliseconds. */
const stepMs = 250

/** Where messages appear; an area with a `group` shows only its own. */
export const ToastArea = ({
  group,
  position: given,
  label = 'Сообщения',
}: {
  group?: string
  /** At the top right unless said, or unless what is on screen has the messages below. */
  position?: 'top-right' | 'bottom-left' | 'bottom-right'
  /** Read aloud; a second area on a page needs its own. */
  label?: string
}) => {
  const toasts = useToasts(group)
  const areBelow = useAreMessagesBelow()
  const position = given ?? (areBelow ? 'bottom-left' : 'top-right')
  const origin = useRef<Element>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  // while a message is read or used none goes away: the others would move it from under the pointer
  const held = toasts.some(({ id }) => id === pointed || id === focused)
  const area = useRef<HTMLElement>(null)
  useEffect(() => {
    if (pointed === null) return
    // the pointer rests where a message has come under it, and its owner works with the keys
    const letGo = ({ target }: KeyboardEvent) => {
      if (!area.current?.contains(target as Node)) setPointed(null)
    }
    addEventListener('keydown', letGo)
    return () => removeEventListener('keydown', letGo)
  }, [pointed])
  return (
    <section
      ref={area}
      className={classes.area}
      data-position={position}
      aria-label={label}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) origin.current = relatedTarget
      }}
    >
      {toasts.map((shown) => (
        <ToastCard
          key={shown.id}
          toast={shown}
          origin={origin}
          held={held}
          onPoint={(isIn) => setPointed(isIn ? shown.id : null)}
          onFocus={(isIn) => setFocused(isIn ? shown.id : null)}
        />
      ))}
    </section>
  )
}

/** A message; as it goes away with the focus inside, the focus returns to its origin. */
const ToastCard = ({
  toast,
  origin,
  held,
  onPoint,
  onFocus,
}: {
  toast: Toast
  origin: RefObject<Element | null>
  held: boolean
  onPoint: (isIn: boolean) => void
  onFocus: (isIn: boolean) => void
}) => {
  const { id, severity, summary, detail, closable = true, action } = toast
  const life = toastLife(toast)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const back = origin.current as HTMLElement | null
      origin.current = null
      back?.focus({ preventScroll: true })
    }
  }, [origin])
  useEffect(() => {
    if (held || !Number.isFinite(life)) return
    // a page that is too busy to draw is as busy for these: no time passes in which nobody could read
    let left = life
    const timer = setInterval(() => {
      left -= stepMs
      if (left <= 0) dismissToast(id)
    }, stepMs)
    return () => clearInterval(timer)
  }, [held, life, id])
  const Icon = icons[severity]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only hold the message
    <div
      ref={card}
      className={classes.toast}
      data-severity={severity}
      role={severity === 'error' || severity === 'warn' ? 'alert' : 'status'}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onFocus(true)}
      onBlur={() => onFocus(false)}
    >
      <Icon size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <Box grow anywhere className={classes.text}>
        <Text as="b" weight="strong">
          {summary}
        </Text>
        {detail && (
          <Text size={3} tone="soft">
            {detail}
          </Text>
        )}
      </Box>
      {action && (
        <Box
          as="button"
          type="button"
          pad={0}
          padX={2}
          tone="brand"
          weight="strong"
          round="s"
          fixed
          className={classes.action}
          onClick={() => {
            dismissToast(id)
            action.onClick()
          }}
        >
          {action.label}
        </Box>
      )}
      {closable && (
        <CloseButton aria-label="Закрыть сообщение" onClick={() => dismissToast(id)} className={classes.close} />
      )}
    </div>
  )
}
