import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { useUser } from '#web/auth/session.ts'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { submittedTasks } from '#web/home/home.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { CardList } from '#web/ui/Card.tsx'
import { formatAge, formatMoment } from '#web/ui/dates.ts'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Text } from '#web/ui/layout.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const shown = 5

/** The tasks that have waited longest for a review. */
export const OldestTasks = () => {
  const userId = useUser()?.id
  const query = useQuery(submittedTasks)
  const total = query.data?.total ?? 0
  return (
    <HomeSection title={total > 0 ? `Ждут проверки: ${total}` : 'Ждут проверки'}>
      <ListState
        query={query}
        skeleton={<SkeletonList count={5} height={64} />}
        isEmpty={({ tasks }) => tasks.length === 0}
        empty={
          <EmptyCard
            icon={IconCircleCheck}
            title="Очередь пуста"
            text={`Новые работы появятся здесь, как только ${called('студенты')} их отправят.`}
          />
        }
      >
        {({ tasks }) => (
          <CardList>
            {tasks.slice(0, shown).map((task) => (
              <li key={task.id}>
                <WaitingTask task={task} userId={userId} />
              </li>
            ))}
          </CardList>
        )}
      </ListState>
    </HomeSection>
  )
}

const WaitingTask = ({
  task: { id, students, lesson, course, attempt, submitted_at, lease },
  userId,
}: {
  task: TaskRow
  userId: number | undefined
}) => (
  <RowLink
    to={pathTo('tasks.index', {}, { task: id })}
    lead={students[0] && <Avatar person={students[0]} size={40} />}
    title={lesson.name}
    note={`${students.map(fullName).join(', ')} · ${course.name}${attempt !== null && attempt > 1 ? ` · попытка ${attempt}` : ''}`}
  >
    <Text as="span" size={2} tone="quiet" fixed>
      {lease && (lease.user.id === userId ? 'проверяете вы' : `проверяет ${lease.user.name}`)}
      {!lease && submitted_at && (
        <time dateTime={submitted_at} data-tip={formatMoment(submitted_at)}>
          {formatAge(submitted_at)}
        </time>
      )}
    </Text>
  </RowLink>
)
