import { ApiError } from '#web/data/api-error.ts'
import type { textsIn } from '#web/journal/change-texts.ts'
import { isOwn, type OwnChange } from '#web/journal/pending-changes.ts'
import { toast } from '#web/ui/toasts.ts'

/** A change of a block that the server refuses, and why. */
interface Refused<Change> {
  change: Change
  reason: string
}

/** Those of the changes sent together, in this field of the call, that the server refuses by name. */
export const refusedBy = <Change>(error: unknown, list: 'cells' | 'totals', sent: Change[]): Refused<Change>[] => {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const reasonOf = (index: number) => fields.find(([field]) => field.startsWith(`${list}.${index}.`))?.[1][0]
  return sent.flatMap((change, index) => {
    const reason = reasonOf(index)
    return reason === undefined ? [] : [{ change, reason }]
  })
}

/** «Анна Белова, «Ответ»: 7 (период «1 четверть» закрыт)». */
export const refusedText = (refused: Refused<OwnChange>[], { ofAll }: Pick<ReturnType<typeof textsIn>, 'ofAll'>) =>
  [...Map.groupBy(refused, ({ reason }) => reason.replace(/\.$/, ''))]
    .map(
      ([reason, of]) =>
        `${ofAll(
          of.map(({ change }) => change),
          { withColumns: true },
        )} (${reason})`,
    )
    .join('; ')

/**
 * Shows what was refused of a block until its person closes that. Not before the rest of the block is saved, or has
 * failed, too: nobody knows before that whether anything of it is saved.
 */
export const showRefused = (
  { userId, refused }: { userId: number; refused?: string | undefined },
  isRestSaved: boolean,
) => {
  if (!refused || !isOwn({ userId })) return
  toast({
    severity: 'error',
    summary: isRestSaved ? 'Сохранено не всё' : 'Не сохранилось',
    detail: isRestSaved ? `Не сохранилось: ${refused}.` : `${refused}.`,
    life: Number.POSITIVE_INFINITY,
  })
}
