import { useEffect } from 'react'
import { createStore, useStore } from '#web/ui/store.ts'

/** A message over the page (specification §3). */
export interface ToastMessage {
  severity: 'success' | 'info' | 'warn' | 'error'
  summary: string
  detail?: string
  /**
   * How long it is shown in a tab that is looked at, in milliseconds: 3000, or 8000 with an action, unless said;
   * `Infinity` until closed.
   */
  life?: number
  /** The area it appears in, when not the page's own. */
  group?: string
  /** Whether it has a close button; true unless said. */
  closable?: boolean
  /** Something to do about it, such as «Отменить». */
  action?: { label: string; onClick: () => void }
  /** Ends what waits for the message, which goes with its reader. */
  onDrop?: () => void
  /** A message with the same key takes the place of the earlier one. */
  key?: string
}

/** A message on screen. */
export interface Toast extends ToastMessage {
  id: number
}

const toasts = createStore<Toast[]>([])
let lastId = 0

/** Whether one message takes the place of the other: by its key, or since it says the same and offers nothing to do. */
const replaces = (message: ToastMessage, other: Toast) =>
  message.key
    ? other.key === message.key
    : !message.action && !other.action && other.summary === message.summary && other.detail === message.detail

/** Shows a message; returns its id. */
export const toast = (message: ToastMessage) => {
  lastId += 1
  const others = toasts.get().filter((other) => !replaces(message, other))
  toasts.set([...others, { ...message, id: lastId }])
  return lastId
}

/** Takes a message away. */
export const dismissToast = (id: number) => toasts.set(toasts.get().filter((shown) => shown.id !== id))

/** Removes what waits for its reader, such as «Повторить»: it is theirs, and somebody else would act in their place. */
export const dropWaiting = () => {
  const shown = toasts.get()
  toasts.set(shown.filter((message) => !message.action && Number.isFinite(toastLife(message))))
  for (const message of shown) message.onDrop?.()
}

/** The messages of an area. */
export const useToasts = (group?: string) => useStore(toasts).filter((shown) => shown.group === group)

const lowering = createStore(0)

/** Has the page's messages at the bottom left: at the top they would cover what its person is about to fill in. */
export const useMessagesBelow = () =>
  useEffect(() => {
    lowering.set(lowering.get() + 1)
    return () => lowering.set(lowering.get() - 1)
  }, [])

/** Whether something on screen has them there. */
export const useAreMessagesBelow = () => useStore(lowering) > 0

/** How long a message is shown. */
export const toastLife = ({ life, action }: ToastMessage) => life ?? (action ? 8000 : 3000)
