import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { counted } from '#contract/plural.ts'
import type { Failure, FailureChoice } from '#contract/state/state.schema.ts'
import { reportError } from '#web/data/report-error.ts'
import { failuresQuery, useRemoveFailures, useRepeatFailures } from '#web/state/state.queries.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

const tries = (count: number) => counted(count, 'попытка', 'попытки', 'попыток')
const settled = (count: number) => counted(count, 'действие', 'действия', 'действий')

/** The acts on what kept failing, with what they say when they are done. */
const useSettle = () => {
  const repeating = useRepeatFailures()
  const removing = useRemoveFailures()
  const onError = (error: unknown) => reportError(error)
  return {
    busy: repeating.isPending || removing.isPending,
    repeat: (choice: FailureChoice) =>
      repeating.mutate(choice, {
        onError,
        onSuccess: ({ count }) =>
          toast({ severity: 'success', summary: `Повторяем: ${settled(count)}`, detail: 'Это займёт до минуты.' }),
      }),
    remove: async (choice: FailureChoice, title: string) => {
      const accepted = await confirm({
        title,
        text: 'Письма и уведомления, которые не ушли, уже не уйдут.',
        accept: 'Убрать',
        danger: true,
      })
      if (!accepted) return
      removing.mutate(choice, {
        onError,
        onSuccess: ({ count }) => toast({ severity: 'success', summary: `Убрано: ${settled(count)}` }),
      })
    },
  }
}

/** Letters and other consequences of acts that the site has given up until a curator repeats them. */
export const Failures = () => {
  const query = useQuery(failuresQuery)
  const { busy, repeat, remove } = useSettle()
  const failures = query.data?.failures ?? []
  const all = failures.length > 1 && (
    <ForAll settle={{ busy, repeat, remove }} removable={failures.some(({ removable }) => removable)} />
  )
  return (
    <Section title="Что не получилось" aside={all} tabIndex={-1} data-failures>
      <ListState
        query={query}
        skeleton={<SkeletonList count={2} height={72} />}
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyCard
            icon={IconChecks}
            title="Всё получилось"
            text="Если письмо или уведомление сутки не удаётся отправить, оно появится здесь: его можно повторить."
          />
        }
      >
        {({ total }) => (
          <Stack gap={3}>
            {total > failures.length && (
              <Text size={3} tone="quiet">
                Показаны последние {failures.length} из {total}. «Повторить всё» и «Убрать всё» касаются всех.
              </Text>
            )}
            <CardList aria-label="Что не получилось">
              {failures.map((failure) => (
                <Line key={`${failure.queue}-${failure.id}`} failure={failure} settle={{ busy, repeat, remove }} />
              ))}
            </CardList>
          </Stack>
        )}
      </ListState>
    </Section>
  )
}

/** What gets the focus once there is nothing left to press. */
const lastFocus = '[data-failures]'

const ForAll = ({ settle, removable }: { settle: ReturnType<typeof useSettle>; removable: boolean }) => {
  const { busy, repeat, remove } = settle
  const row = useRef<HTMLDivElement>(null)
  useFocusAfter(row, lastFocus)
  return (
    <Row gap={2} wrap ref={row}>
      <SteadyButton size="xs" busy={busy} onClick={() => repeat({ all: true })}>
        Повторить всё
      </SteadyButton>
      {removable && (
        <SteadyButton
          size="xs"
          variant="default"
          busy={busy}
          onClick={() => void remove({ all: true }, 'Убрать всё, что не получилось?')}
        >
          Убрать всё
        </SteadyButton>
      )}
    </Row>
  )
}

const Line = ({ failure, settle }: { failure: Failure; settle: ReturnType<typeof useSettle> }) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row, lastFocus)
  const { queue, id, name, since, attempts, reason, removable } = failure
  const choice: FailureChoice = { items: [{ queue, id }] }
  return (
    <CardRow ref={row}>
      <Stack from={16} anywhere>
        <Text weight="medium">{name}</Text>
        <Text size={3} tone="bad">
          {reason}
        </Text>
        <Text size={3} tone="quiet">
          С <time dateTime={since}>{formatMoment(since)}</time>, {tries(attempts)}
        </Text>
      </Stack>
      <Row gap={2} wrap>
        <SteadyButton
          size="xs"
          variant="default"
          busy={settle.busy}
          aria-label={`Повторить: ${name}`}
          onClick={() => settle.repeat(choice)}
        >
          Повторить
        </SteadyButton>
        {removable && (
          <SteadyButton
            size="xs"
            variant="subtle"
            color="gray"
            busy={settle.busy}
            aria-label={`Убрать: ${name}`}
            onClick={() => void settle.remove(choice, `Убрать «${name}»?`)}
          >
            Убрать
          </SteadyButton>
        )}
      </Row>
    </CardRow>
  )
}
