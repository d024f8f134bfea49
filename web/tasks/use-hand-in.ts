import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Draft, Task } from '#contract/tasks/tasks.schema.ts'
import { act } from '#web/data/act.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { keyLifeMs } from '#web/outbox/sending-hand-in.ts'
import { asServerDraft, type HandInValue, isEmptyHandIn } from '#web/tasks/hand-in-draft.ts'
import { noteHandIn } from '#web/tasks/just-handed-in.ts'
import { type BegunHandIn, beginHandIn, forgetHandIn, useBegunHandIn } from '#web/tasks/kept-hand-in.ts'
import { useSending, type Waiting } from '#web/tasks/sending-hand-in.ts'
import { saveTypedAnswers } from '#web/tasks/typed-answers.ts'
import { textTarget } from '#web/tasks/upload-targets.ts'
import type { Upload } from '#web/uploads/upload.ts'
import { useUploads } from '#web/uploads/uploads.ts'

/** An answer after which repeating the same request makes no sense. */
const isFinal = (error: unknown) => error instanceof ApiError && judgeFailure(error) === 'refused'

const useSubmit = (
  task: Task,
  userId: number,
  draft: OpenDraft<HandInValue>,
  { onLost, onAnswer }: { onLost: () => void; onAnswer: () => void },
) =>
  useMutation({
    mutationFn: async () => {
      await draft.flush(true)
      await saveTypedAnswers(task, userId)
      const key = await beginHandIn(task, userId, draft.revision())
      try {
        const headers = { 'idempotency-key': key }
        return await act(tasksApi.submit, { params: { id: task.id }, headers, as: userId })
      } catch (error) {
        if (isFinal(error)) forgetHandIn(task, userId)
        throw error
      }
    },
    onSuccess: (response) => {
      forgetHandIn(task, userId)
      noteHandIn()
      draft.emptied(asServerDraft(response.task.draft as Draft))
    },
    onSettled: (_response, error) => (error instanceof NetworkError ? onLost() : onAnswer()),
  })

/** Whether an upload waits for the person. */
const isHalted = ({ phase }: Upload) => phase === 'paused' || phase === 'failed'

/** How far a hand-in is: `uploads` waits for files on their way, `sending` is off to the server. */
type HandInStage = 'idle' | 'uploads' | 'sending'

export interface HandIn {
  stage: HandInStage
  send: () => void
  /** Cancels the hand-in while it waits for the uploads. */
  stop: () => void
  /** Files on their way. */
  uploads: Upload[]
  /** Why it was not sent: there is nothing to send, files are missing, or the link is none. */
  missing: 'content' | 'files' | 'link' | null
  error: Error | null
  /** How it waits for the network. */
  waiting: Waiting
  /** Cancels the hand-in. */
  giveUp: () => void
  /** It went off before the page was opened, and nobody knows whether it arrived. */
  unanswered: boolean
  /** It is sent again, now or on the next visit, unless it is cancelled. */
  unfinished: boolean
}

/**
 * Hands the draft in: first its files and itself must be on the server, then one request, the same for every repeat.
 */
export const useHandIn = (
  task: Task,
  userId: number,
  draft: OpenDraft<HandInValue>,
  target: string,
  brokenLink: boolean,
): HandIn => {
  const sending = useSending(task, userId, draft, () => send())
  const submit = useSubmit(task, userId, draft, { onLost: () => void sending.wait(), onAnswer: sending.end })
  const attached = useUploads(target)
  const inText = useUploads(textTarget(target))
  const uploads = useMemo(() => [...attached, ...inText], [attached, inText])
  const [wanted, setWanted] = useState(false)
  const [missing, setMissing] = useState<HandIn['missing']>(null)
  const before = useBegunHandIn(task, userId)
  const [givenUp, setGivenUp] = useState(false)
  const isStuck = uploads.some(isHalted)

  const send = () => {
    if (submit.isPending) return
    const isEmpty = isEmptyHandIn(draft.get().value) && uploads.length === 0
    const lacks = brokenLink ? 'link' : isEmpty ? 'content' : isStuck ? 'files' : null
    setMissing(lacks)
    setWanted(lacks === null)
  }
  // a finished upload is still on the list until the draft has its file
  const mayGoOn = wanted && (isStuck || uploads.length === 0)
  const goOn = useEffectEvent(() => {
    setWanted(false)
    if (isStuck) setMissing('files')
    else submit.mutate()
  })
  useEffect(() => {
    if (mayGoOn) goOn()
  }, [mayGoOn])

  const finish = useEffectEvent(({ revision, at }: BegunHandIn) => {
    // what was handed in then is what the page has now
    const same = revision === draft.revision() && draft.get().phase === 'saved'
    if (same && Date.now() - at < keyLifeMs) send()
  })
  useEffect(() => {
    if (before) finish(before)
  }, [before])

  const unanswered = before !== null && submit.isIdle && !givenUp
  return {
    stage: submit.isPending ? 'sending' : wanted ? 'uploads' : 'idle',
    send,
    stop: () => setWanted(false),
    uploads,
    missing: wanted ? null : missing,
    error: submit.error,
    waiting: submit.error instanceof NetworkError ? sending.waiting : 'no',
    giveUp: () => {
      setGivenUp(true)
      submit.reset()
      sending.end()
      forgetHandIn(task, userId)
    },
    unanswered,
    unfinished: unanswered || (submit.error !== null && !isFinal(submit.error)),
  }
}
