import { notifyManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { counted } from '#contract/plural.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import type { ConflictTexts } from '#web/drafts/DraftConflict.tsx'
import { type Difference, differencesOf, essence, fingerprint } from '#web/drafts/draft-fields.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import type { FormDraftValue, FormKind } from '#web/drafts/form-draft.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { draftConflictTexts, resolveConflict, tellChoice } from '#web/drafts/resolve-conflict.ts'
import { useDraftState } from '#web/drafts/use-open-draft.ts'
import { useRefresh } from '#web/drafts/use-refresh.ts'
import { useUnkept } from '#web/drafts/use-unkept.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** A form with its draft: it begins with `initial` and reports every change. */
export interface FormDraft<V> {
  /** What it is a draft of: `lesson:12`. */
  key: string
  initial: V
  change: (values: V) => void
  /** Whether something is typed that is not saved. */
  dirty: boolean
  state: DraftState<unknown>
  /** Sends the draft without a pause. */
  retry: () => void
  /**
   * Saves for good: `save` returns what to do then. After a success, which is what this resolves to, the draft is
   * ended.
   */
  submit: (save: () => Promise<() => void>, onError: (error: unknown) => void) => Promise<boolean>
  /** Back to what is saved; it can be taken back, which ends in `onReturn`. */
  discard: (onReturn?: () => void) => void
}

/** Two versions to choose from, in the place of the form. */
export interface FormConflict {
  texts: ConflictTexts
  differences: Difference[]
  choose: (whose: 'mine' | 'theirs') => void
  /** Whether it has taken the place of a form that somebody was using: it may be out of sight. */
  interrupts: boolean
}

const staleTexts: ConflictTexts = {
  title: 'За это время сохранили другую версию',
  lead: 'Пока ваш черновик ждал, то же самое изменили и сохранили. Обе версии целы: выберите, с какой продолжить.',
  mine: 'Ваш черновик',
  theirs: 'Сохранено сейчас',
  keepMine: 'Продолжить с моим',
  takeTheirs: 'Взять сохранённое',
}

/** How many files of the form's texts are not yet there: they would come too late for what is saved. */
const countUnfinished = async (key: string) => {
  const { uploads } = await import('#web/uploads/upload-jobs.ts')
  return uploads.get().filter(({ target }) => target === key || target.startsWith(`${key}:`)).length
}

/** Whether it is the draft of something that does not exist yet. */
const isForNew = (key: string) => /:new(-\d+)?$/.test(key)

/** A save that was refused, and the message about it. */
interface RefusedSave {
  detail: string
  toastId: number
}

/**
 * Reports a save that was refused since something else was saved meanwhile; null for any other failure, including what
 * the state of the thing forbids.
 */
const reportRefused = (error: unknown): RefusedSave | null => {
  if (!(error instanceof ApiError && error.code === 'conflict') || Object.keys(error.fields).length > 0) return null
  return { detail: error.message, toastId: reportError(error) }
}

/** Sends what is left when the form is left, and says where it is. */
const useLeaving = (draft: OpenDraft<FormDraftValue<never>>, typed: { current: boolean }) => {
  useEffect(
    () => () => {
      void draft.flush().catch(() => {})
      const { value, pageOnly } = draft.get()
      if (value !== null && typed.current && !pageOnly)
        toast({
          severity: 'info',
          summary: 'Набранное сохранено',
          detail: 'Вернитесь сюда, когда захотите продолжить.',
          key: 'draft-left',
          life: 5000,
        })
    },
    [draft, typed],
  )
}

/**
 * The draft of a form beside what is saved. `version` changes when the form has to be made again: something else than
 * typing has changed its value.
 */
export const useFormDraft = <V>(
  key: string,
  draft: OpenDraft<FormDraftValue<V>>,
  kind: FormKind<V>,
  saved: V,
): { form: FormDraft<V>; conflict: FormConflict | null; version: string; restored: boolean } => {
  const state = useDraftState(draft) as DraftState<FormDraftValue<V>>
  const nameOf = (values: V) => fingerprint(essence(kind.fields, values))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name follows from the values
  const savedName = useMemo(() => nameOf(saved), [saved])
  const [stage, setStage] = useState<'typing' | 'saving' | 'saved'>('typing')
  const [shown, setShown] = useState({ turn: state.turn, savedName, version: 0, ownName: '' })
  const [opened] = useState(() => state.value !== null && nameOf(state.value.values) !== savedName)
  const typed = useRef(false)
  const [refused, setRefused] = useState<RefusedSave | null>(null)
  const { value } = state

  const isOther = value === null && stage !== 'saving' && savedName !== shown.savedName
  // what this form has just saved is in its fields; what somebody else saves, before or after it, is not
  if (isOther && savedName === shown.ownName) setShown({ ...shown, savedName, ownName: '' })
  else if (isOther || state.turn !== shown.turn)
    setShown({ turn: state.turn, savedName, version: shown.version + 1, ownName: '' })

  // saved already: by another page, or by this one before it broke off
  const endIfSaved = useEffectEvent(() => {
    if (value !== null && nameOf(value.values) === savedName) draft.end(null)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is saved
  useEffect(() => endIfSaved(), [savedName])
  // null once the form was left: nobody follows then what is saved
  const latestName = useRef<string | null>(savedName)
  useLayoutEffect(() => {
    latestName.current = savedName
    return () => {
      latestName.current = null
    }
  }, [savedName])
  useRefresh(draft.refresh)
  useLeaving(draft as OpenDraft<FormDraftValue<never>>, typed)
  useUnkept(state)

  /**
   * What was typed while `sent` was being saved; null for nothing, and in a form of something new, which serves for the
   * next new thing from then on.
   */
  const typedSince = (sent: FormDraftValue<V>) => {
    const { value: now } = draft.get()
    if (now === null || isForNew(key) || (sent && nameOf(sent.values) === nameOf(now.values))) return null
    return now.values
  }

  const form: FormDraft<V> = {
    key,
    initial: value?.values ?? saved,
    change: (values) => {
      typed.current = true
      // while it is being saved, another version that is there by now is its own
      setStage((before) => (before === 'saving' ? before : 'typing'))
      const base = draft.get().value?.base ?? savedName
      draft.change(nameOf(values) === savedName ? null : { base, values })
    },
    dirty: value !== null,
    state,
    retry: () => void draft.flush(true).catch(() => {}),
    submit: async (save, onError) => {
      // what is typed from here on is not in what is saved
      const sent = draft.get().value
      const unfinished = await countUnfinished(key).catch(() => 0)
      if (unfinished > 0) {
        const files = counted(unfinished, 'файл', 'файла', 'файлов')
        const detail = 'Сохраните, когда они встанут в текст, или уберите их.'
        toast({ severity: 'warn', summary: `Ждём загрузки: ${files}`, detail, key: 'form-uploads', life: 6000 })
        return false
      }
      setStage('saving')
      setRefused(null)
      try {
        const next = await save()
        // what the response has put into the cache is shown by then; what is shown later may be a colleague's
        if (typedSince(sent)) await new Promise<void>((resolve) => notifyManager.schedule(resolve))
        const later = typedSince(sent)
        if (later) draft.change({ base: latestName.current, values: later })
        else draft.end(null)
        setShown((before) => ({ ...before, ownName: sent ? nameOf(sent.values) : '' }))
        setStage(later ? 'typing' : 'saved')
        next()
        return true
      } catch (error) {
        setStage('typing')
        const refusal = reportRefused(error)
        setRefused(refusal)
        if (!refusal) onError(error)
        return false
      }
    },
    discard: (onReturn) => {
      const dropped = draft.get().value
      if (dropped === null) return
      draft.replace(null)
      void draft.flush().catch(() => {})
      toast({
        severity: 'info',
        summary: 'Изменения отброшены',
        key: 'draft-left',
        action: {
          label: 'Вернуть',
          onClick: () => {
            draft.replace(dropped)
            onReturn?.()
          },
        },
      })
    },
  }
  const found = conflictOf(draft, state, kind, saved, savedName, stage === 'typing')
  const isStale = found?.texts === staleTexts
  // the two versions say it themselves, and the message would cover them
  useLayoutEffect(() => {
    if (isStale && refused) dismissToast(refused.toastId)
  }, [isStale, refused])
  const conflict: FormConflict | null = found && {
    ...found,
    texts: refused && isStale ? { ...staleTexts, lead: refused.detail } : found.texts,
    choose: (whose) => {
      setRefused(null)
      found.choose(whose)
    },
    interrupts: refused !== null || typed.current,
  }
  return {
    form,
    conflict,
    version: String(shown.version),
    restored: opened && value !== null,
  }
}

const conflictOf = <V>(
  draft: OpenDraft<FormDraftValue<V>>,
  { value, theirs }: DraftState<FormDraftValue<V>>,
  { fields }: FormKind<V>,
  saved: V,
  savedName: string,
  asks: boolean,
): Omit<FormConflict, 'interrupts'> | null => {
  if (theirs)
    return {
      texts: draftConflictTexts(theirs.saved_at),
      differences: differencesOf(fields, value?.values ?? saved, theirs.value?.values ?? saved),
      choose: (whose) => resolveConflict(draft, whose),
    }
  if (!asks || value === null || value.base === null || value.base === savedName) return null
  const { values } = value
  const differences = differencesOf(fields, values, saved)
  if (differences.length === 0) return null
  const mine = { base: savedName, values }
  return {
    texts: staleTexts,
    differences,
    choose: (whose) => {
      draft.replace(whose === 'mine' ? mine : null)
      if (whose === 'mine') tellChoice('Остался ваш черновик', () => draft.replace(null))
      else tellChoice('Взята сохранённая версия', () => draft.replace(mine))
    },
  }
}
