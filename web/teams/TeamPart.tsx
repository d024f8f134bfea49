import { Button, Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { Team } from '#contract/teams/teams.api.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { describeError } from '#web/data/api-error.ts'
import { teamsQuery, useJoinTeam, useLeaveTeam } from '#web/teams/teams.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { useSingle } from '#web/ui/use-single.ts'

export interface TeamPartProps {
  lessonId: number
  /** The reader's own task; null before it is begun. */
  task: Task | null
  teamSize: number
  userId: number
}

/** The team of a task before its first hand-in: the reader's own, and those that can be joined. */
const TeamPart = ({ lessonId, task, teamSize, userId }: TeamPartProps) => {
  const id = useId()
  const together = task !== null && task.students.length > 1
  return (
    <Card role="region" aria-labelledby={id}>
      <Stack gap={3}>
        <div>
          <Row as="h3" id={id} gap={2} size={6}>
            <Text as="span" tone="brand">
              <IconUsersGroup size={20} stroke={1.75} aria-hidden="true" />
            </Text>
            Работа в команде до {teamSize} человек
          </Row>
          <Text size={3} tone="quiet" loose>
            Черновик и решение общие. Состав можно менять, пока работа не сдана в первый раз и не оценена.
          </Text>
        </div>
        {together ? (
          <OwnTeam task={task} teamSize={teamSize} userId={userId} />
        ) : (
          <FreeTeams lessonId={lessonId} task={task} userId={userId} />
        )}
      </Stack>
    </Card>
  )
}

export default TeamPart

const places = (free: number) => `свободно ${counted(free, 'место', 'места', 'мест')}`

const OwnTeam = ({ task, teamSize, userId }: { task: Task; teamSize: number; userId: number }) => {
  const leave = useLeaveTeam(task, userId)
  const once = useSingle()
  const free = teamSize - task.students.length
  const ask = async () => {
    const accepted = await confirm({
      title: 'Выйти из команды?',
      text: 'Черновик останется у команды. Вы сможете начать свою работу или вступить в другую команду.',
      accept: 'Выйти',
    })
    if (accepted) await leave.mutateAsync().catch(() => {})
  }
  return (
    <Row gap={2.5} gapX={4} wrap justify="between">
      <Row as="ul" gap={2} gapX={4} wrap from={14} plain aria-label="Ваша команда">
        {task.students.map((student) => (
          <Box as="li" shrink key={student.id}>
            <PersonChip person={student} href={pathTo('users.show', { id: student.id })} />
          </Box>
        ))}
        {free > 0 && (
          <Box shrink as="li" size={3} tone="quiet" loose>
            {places(free)}
          </Box>
        )}
      </Row>
      <Button variant="default" size="sm" loading={leave.isPending} onClick={() => once(ask)}>
        Выйти из команды
      </Button>
    </Row>
  )
}

const FreeTeams = ({ lessonId, task, userId }: Omit<TeamPartProps, 'teamSize'>) => {
  const query = useQuery(teamsQuery(lessonId))
  const join = useJoinTeam(task, userId)
  if (query.isPending) return <Skeleton height={48} />
  // the loaded list stays while reloading fails
  if (!query.data)
    return (
      <Row gap={2.5} gapX={4} wrap justify="between" role="alert">
        <p>Не удалось загрузить команды. {describeError(query.error).detail}</p>
        <Button size="sm" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Повторить
        </Button>
      </Row>
    )
  const { teams } = query.data
  if (teams.length === 0)
    return (
      <Text size={3} tone="quiet" loose>
        {task
          ? `Пока вы работаете одни. К вам могут присоединиться другие ${called('студенты')} курса.`
          : 'Команд пока нет. Начните работу, и к вам смогут присоединиться.'}
      </Text>
    )
  return (
    <>
      <p>
        {task
          ? 'Пока вы работаете одни. Можно вступить в команду, если ваш черновик пуст:'
          : 'Вступите в команду или начните свою работу:'}
      </p>
      <Box as="ul" plain divided aria-label="Команды со свободными местами">
        {teams.map((team) => (
          <Box as="li" pad={2.5} padX={0} key={team.task_id}>
            <FreeTeam
              team={team}
              busy={join.isPending}
              pending={join.isPending && join.variables === team.task_id}
              onJoin={() => join.mutate(team.task_id)}
            />
          </Box>
        ))}
      </Box>
    </>
  )
}

const FreeTeam = ({
  team: { students, free },
  busy,
  pending,
  onJoin,
}: {
  team: Team
  busy: boolean
  pending: boolean
  onJoin: () => void
}) => (
  <Row gap={2.5} gapX={4} wrap justify="between">
    <Row as="ul" gap={2} gapX={4} wrap from={14} plain>
      {students.map((student) => (
        <Box as="li" shrink key={student.id}>
          <PersonChip person={student} />
        </Box>
      ))}
      <Box shrink as="li" size={3} tone="quiet" loose>
        {places(free)}
      </Box>
    </Row>
    <Button
      size="sm"
      variant="default"
      loading={pending}
      disabled={busy && !pending}
      onClick={onJoin}
      aria-label={`Вступить в команду: ${students.map(fullName).join(', ')}`}
    >
      Вступить
    </Button>
  </Row>
)
