import { type FormEvent, useRef, useState } from 'react'
import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import { ApiError } from '#web/data/api-error.ts'
import { unanswered } from '#web/data/call.ts'
import { confirm } from '#web/ui/confirm.ts'

/** Fields that people type into, but for passwords: those are typed again sooner than a question is answered. */
const typedInto = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=password])'

/** How long a save is not given up, in milliseconds. */
const patienceMs = 5000

/** Ends the wait for saves that are not answered for seconds, but for `others`: they fail. */
export const stopWaiting = (others: ReadonlySet<AbortController>) => {
  const failure = new ApiError(504, {
    title: 'Сервер не ответил',
    detail: 'Набранное осталось в окне: попробуйте ещё раз. Если закроете его, проверьте потом: всё могло сохраниться.',
  })
  for (const [sending, sentMs] of unanswered)
    if (!others.has(sending) && Date.now() - sentMs >= patienceMs) sending.abort(failure)
}

/**
 * For a dialog that is mounted open: returns what ends its wait for a save that is not answered, so that it can be
 * closed. What the page behind it had sent before waits on.
 */
export const useStopWaiting = () => {
  const [others] = useState(() => new Set(unanswered.keys()))
  return () => stopWaiting(others)
}

/**
 * Keeps what is typed in a dialog from being lost by a slip: a click beside it does not close it then, and Escape, the
 * cross and «Back» ask first. While it is `busy` they end no more than a wait that is too long; with `kept` what is
 * typed outlives the dialog, and there is nothing to ask about. `onInput` belongs to the element around the fields.
 */
export const useCloseGuard = (onClose: () => void, { busy = false, kept = false } = {}) => {
  const [typed, setTyped] = useState(false)
  const asking = useRef(false)
  const stopWaiting = useStopWaiting()
  const asks = typed && !kept
  /** Whether what is typed may go: true at once where there is nothing. */
  const ask = async () => {
    if (!asks) return true
    asking.current = true
    const accepted = await confirm({
      title: 'Закрыть без сохранения?',
      text: 'Набранное здесь пропадёт.',
      accept: 'Закрыть',
      reject: 'Остаться',
      danger: true,
    })
    asking.current = false
    return accepted
  }
  const close = async () => {
    // Escape that answers the question arrives here as well
    if (asking.current) return
    if (busy) return stopWaiting()
    if (await ask()) onClose()
  }
  useCloseByBack(() => void close())
  return {
    ask,
    setTyped,
    stopWaiting,
    modal: { onClose: () => void close(), closeOnClickOutside: !asks && !busy },
    onInput: ({ target }: FormEvent) => {
      if ((target as Element).matches(typedInto)) setTyped(true)
    },
  }
}
