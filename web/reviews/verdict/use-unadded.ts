import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { unfinishedRemarks } from '#web/anchors/unfinished-remarks.ts'
import { openTaskOf } from '#web/reviews/desk-search.ts'
import type { Leaving } from '#web/reviews/verdict/UnaddedDialog.tsx'
import { remarkProblem, type VerdictDraft } from '#web/reviews/verdict/verdict-draft.ts'
import { type UnsentMessage, unsentMessage } from '#web/threads/unsent-message.ts'

/** Remarks that are typed and not added: in the field of the verdict, and at places of the task. */
const textsOf = ({ remark }: VerdictDraft) =>
  [remark.trim(), ...unfinishedRemarks().map(({ text }) => text())].filter((text) => text !== '')

/**
 * Asks about remarks that are typed and not added before a verdict is sent, and before the task is left; before a
 * verdict also about a message that is typed and not sent. `read` returns the current verdict. Returns the open
 * question, if any, how to ask, and how to leave without asking.
 */
export const useUnadded = (
  taskId: number,
  read: () => VerdictDraft,
  change: (changes: Partial<VerdictDraft>) => void,
) => {
  const [sending, setSending] = useState<{ leaving: Leaving; go: () => void } | null>(null)
  const [unsent, setUnsent] = useState<{ leaving: Leaving; message: UnsentMessage; go: () => void } | null>(null)
  const free = useRef(false)
  const leave = useBlocker({
    withResolver: true,
    enableBeforeUnload: false,
    shouldBlockFn: ({ current, next }) => {
      const stays = current.pathname === next.pathname && openTaskOf(next.search) === taskId
      return !free.current && !stays && textsOf(read()).length > 0
    },
  })
  const isLeaving = leave.status === 'blocked'

  const add = () => {
    // at its place of the task first: the list changes with each
    for (const remark of unfinishedRemarks()) remark.add()
    const { remark, remarks } = read()
    const text = remark.trim()
    if (text) change({ remarks: [...remarks, { text, done: false }], remark: '' })
  }
  /** Nothing typed is lost: it waits in the field. */
  const keep = () => {
    const texts = textsOf(read())
    for (const remark of unfinishedRemarks()) remark.drop()
    change({ remark: texts.join(' ') })
  }
  const go = () => {
    if (isLeaving) {
      free.current = true
      leave.proceed()
    }
    setSending(null)
    sending?.go()
  }
  const close = () => {
    if (isLeaving) leave.reset()
    setSending(null)
  }
  const aboutMessage = unsent && {
    about: unsent.message.note ? ('note' as const) : ('message' as const),
    texts: [unsent.message.text || 'Голосовое сообщение'],
    leaving: unsent.leaving,
    onAdd: () => {
      setUnsent(null)
      if (unsent.message.send()) unsent.go()
    },
    onWithout: () => {
      setUnsent(null)
      unsent.go()
    },
    onClose: () => setUnsent(null),
  }
  const question = (isLeaving || sending !== null) && {
    about: 'remark' as const,
    texts: textsOf(read()),
    leaving: sending?.leaving ?? ('next' as const),
    onAdd: () => {
      // its field shows why not
      if (remarkProblem(read().remark)) return close()
      add()
      go()
    },
    onWithout: () => {
      keep()
      go()
    },
    onClose: close,
  }
  return {
    question: question || aboutMessage,
    hasUnadded: () => textsOf(read()).length > 0,
    /** Continues at once when nothing is typed, else once the question is answered. */
    ask: (leaving: Leaving, act: () => void) => (textsOf(read()).length > 0 ? setSending({ leaving, go: act }) : act()),
    /** The same for a message that is typed into the conversation and not sent. */
    askMessage: (leaving: Leaving, act: () => void) => {
      const message = unsentMessage(taskId)
      if (message) setUnsent({ leaving, message, go: act })
      else act()
    },
    /** Allows leaving again: what is on its way needs no question. */
    release: () => {
      free.current = true
    },
  }
}
