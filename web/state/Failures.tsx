import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#contract/plural.ts'
import type { Failure, FailureChoice } from '#contract/state/state.schema.ts'
import { reportError } from '#web/app/report-error.ts'
import { failuresQuery, useRemoveFailures, useRepeatFailures } from '#web/state/state.queries.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'

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
    <Row gap={2} wrap>
      <Button size="xs" disabled={busy} onClick={() => repeat({ all: true })}>
        Повторить всё
      </Button>
      {failures.some(({ removable }) => removable) && (
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          onClick={() => void remove({ all: true }, 'Убрать всё, что не получилось?')}
        >
          Убрать всё
        </Button>
      )}
    </Row>
  )
  return (
    <Section title="Что не получилось" aside={all}>
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

const Line = ({ failure, settle }: { failure: Failure; settle: ReturnType<typeof useSettle> }) => {
  const { queue, id, name, since, attempts, reason, removable } = failure
  const choice: FailureChoice = { items: [{ queue, id }] }
  return (
    <CardRow>
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
        <Button
          size="xs"
          variant="default"
          disabled={settle.busy}
          aria-label={`Повторить: ${name}`}
          onClick={() => settle.repeat(choice)}
        >
          Повторить
        </Button>
        {removable && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={settle.busy}
            aria-label={`Убрать: ${name}`}
            onClick={() => void settle.remove(choice, `Убрать «${name}»?`)}
          >
            Убрать
          </Button>
        )}
      </Row>
    </CardRow>
  )
}
