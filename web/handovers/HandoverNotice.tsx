import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { canHandOver } from '#contract/handovers/handovers.policy.ts'
import { fullName } from '#contract/users/names.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { reportError } from '#web/data/report-error.ts'
import { handoversQuery, useUndoHandover } from '#web/handovers/handovers.queries.ts'
import { movedText, returnDay } from '#web/handovers/moved-text.ts'
import { formatDay } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What a person has handed over and has not got back, for curators; those who may hand over can return it now. */
const HandoverNotice = ({ userId, role }: { userId: number; role: RoleSlug }) => {
  const actor = useActor()
  const { data } = useQuery(handoversQuery(userId))
  const undo = useUndoHandover()
  const giveBack = async (id: number) => {
    try {
      await undo.mutateAsync(id)
      toast({ severity: 'success', summary: 'Дела вернулись' })
    } catch (error) {
      reportError(error, 'Не удалось вернуть')
    }
  }
  return (data?.handovers ?? [])
    .filter(({ ended_at }) => ended_at === null)
    .map(({ id, to, moved, until, created_at }) => (
      <Notice
        key={id}
        icon="clock"
        action={
          actor &&
          canHandOver(actor, { role }) && (
            <Button variant="default" size="xs" disabled={undo.isPending} onClick={() => void giveBack(id)}>
              {until ? 'Вернуть сейчас' : 'Вернуть'}
            </Button>
          )
        }
      >
        <b>Дела переданы {until ? `до ${returnDay(until)}` : formatDay(created_at)}.</b> {movedText(moved)}:{' '}
        {to.map(fullName).join(', ')}.
      </Notice>
    ))
}

export default HandoverNotice
