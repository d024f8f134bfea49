import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '#contract/http/endpoint.ts'
import type { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { openKept } from '#web/offline/kept-db.ts'
import { RemoveSaved } from '#web/offline/RemoveSaved.tsx'
import { savedQuery } from '#web/offline/saved.queries.ts'
import { savedText } from '#web/offline/saved-texts.ts'
import type { PageLoad } from '#web/page-module.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { Section } from '#web/ui/Section.tsx'

/** How many of the lessons that were read last are listed. */
const maxRead = 20

/**
 * The lessons that this device has, opened or loaded ahead, the newest first; those of saved courses are found in their
 * course.
 */
const listReadLessons = async () => {
  const database = await openKept()
  const answers = await database.getAllFromIndex('answers', 'course', 0)
  return answers
    .filter(({ body }) => (body as Partial<CallResponse<typeof lessonsApi.get>>)?.lesson)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, maxRead)
    .map(({ body }) => {
      const { id, name, course } = (body as CallResponse<typeof lessonsApi.get>).lesson
      return { id, name, course: course.name }
    })
}

const readQuery = { queryKey: ['kept-lessons'], queryFn: listReadLessons, staleTime: 0 }

/** What this device has kept. */
export const load: PageLoad<'offline'> = () => [savedQuery, readQuery]

const SavedCourses = () => {
  const query = useQuery(savedQuery)
  return (
    <Section title="Курсы для дороги">
      <ListState
        query={query}
        isEmpty={(courses) => courses.length === 0}
        empty={
          <EmptyState
            title="Пока ничего не сохранено"
            text="Откройте курс, пока есть сеть, и нажмите «Сохранить для дороги»."
          />
        }
      >
        {(courses) => (
          <CardList>
            {courses.map((course) => (
              <CardRow key={course.id}>
                <Stack gap={0.5} from={18}>
                  <Text as={Link} weight="medium" anywhere to={pathTo('courses.show', { id: course.id })}>
                    {course.name}
                  </Text>
                  <Text size={2} tone="quiet">
                    {savedText(course)}
                  </Text>
                </Stack>
                <RemoveSaved id={course.id} name={course.name} />
              </CardRow>
            ))}
          </CardList>
        )}
      </ListState>
    </Section>
  )
}

const ReadLessons = () => {
  const lessons = useQuery(readQuery).data ?? []
  if (lessons.length === 0) return null
  return (
    <Section title="Отдельные уроки">
      <CardList>
        {lessons.map(({ id, name, course }) => (
          <CardRow key={id}>
            <Stack gap={0.5}>
              <Text as={Link} weight="medium" anywhere to={pathTo('lessons.show', { id })}>
                {name}
              </Text>
              <Text size={2} tone="quiet">
                {course}
              </Text>
            </Stack>
          </CardRow>
        ))}
      </CardList>
    </Section>
  )
}

/** What can be read on this device without a network. */
const OfflinePage = () => (
  <Wrap>
    <PageHeader
      title="Сохранено на этом устройстве"
      subtitle="Это открывается и без сети. Что вы напишете, сохранится здесь и отправится, когда сеть появится."
    />
    <Stack gap={6}>
      <SavedCourses />
      <ReadLessons />
    </Stack>
  </Wrap>
)

export default OfflinePage
