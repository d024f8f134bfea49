import '#web/ui/input-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lateDialog } from '#web/app/late.tsx'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { Box, Row } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'

const CopyCourseDialog = lateDialog(() => import('#web/courses/CopyCourseDialog.tsx'))

/** A new course from one that there is: its lessons, assignments and files are copied. */
export const BasedOn = () => {
  const query = useQuery(coursesQuery())
  const { data } = query
  const [id, setId] = useState('')
  const [copying, setCopying] = useState(false)
  const course = data?.courses.find((row) => String(row.id) === id)
  if (hasFailed(query))
    return (
      <Box mb={5}>
        <PartError what="курсы, которые можно взять за основу" />
      </Box>
    )
  if (!data || data.courses.length === 0) return null
  return (
    <>
      <Row wrap gap={2.5} mb={5} align="end">
        <NativeSelect
          label="Взять за основу"
          flex="1 1 16rem"
          data={[
            { value: '', label: 'Начать с чистого листа' },
            ...data.courses.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={id}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
        <Button variant="default" disabled={!course} onClick={() => setCopying(true)}>
          Скопировать…
        </Button>
      </Row>
      {copying && course && <CopyCourseDialog course={course} onClose={() => setCopying(false)} />}
    </>
  )
}
