import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxOnHome } from '#contract/home/home.schema.ts'
import { fullName } from '#contract/users/names.ts'
import classes from '#web/home/HomeSettingsForm.module.css'
import { type HomeValues, toOffer } from '#web/home/home-form.ts'
import { galleryQuery } from '#web/projects/projects.queries.ts'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { LeavingRow } from '#web/ui/LeavingRow.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import { moved } from '#web/ui/moved.ts'
import { useReorder } from '#web/ui/use-reorder.ts'

type Projects = HomeValues['projects']
const maxFound = 5

/** Projects that come first on the main page; without them it shows those with most likes. */
export const HomeProjects = ({
  projects,
  onChange,
}: {
  projects: Projects
  onChange: (projects: Projects) => void
}) => {
  const { moves, announced } = useReorder({
    ids: projects.map(({ id }) => id),
    nameOf: (id) => projects.find((project) => project.id === id)?.name ?? '',
    move: (id, to) => onChange(moved(projects, (project) => project.id === id, to)),
  })
  return (
    <FieldGroup
      legend="Проекты на главной"
      note={`Сначала идут эти, за ними те, что нравятся больше всего. Всего ${maxOnHome.projects}.`}
    >
      {projects.length > 0 && (
        <Stack as="ol" plain divided className={classes.lines}>
          {projects.map((project, index) => (
            <LeavingRow gap={2} wrap key={project.id}>
              <Text as="span" from={8} anywhere>
                {project.name}
              </Text>
              <Row as="span" gap={0.5} align="stretch">
                <MoveButtons
                  moves={moves}
                  id={project.id}
                  name={project.name}
                  first={index === 0}
                  last={index === projects.length - 1}
                />
              </Row>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Убрать: ${project.name}`}
                data-tip="Убрать"
                onClick={() => onChange(projects.filter(({ id }) => id !== project.id))}
              >
                <IconTrash size={17} aria-hidden="true" />
              </ActionIcon>
            </LeavingRow>
          ))}
        </Stack>
      )}
      {projects.length < maxOnHome.projects ? (
        <Finder chosen={projects} onAdd={(project) => onChange([...projects, project])} />
      ) : (
        <Text size={2} tone="soft">
          Все места заняты. Чтобы добавить другой проект, уберите один из этих.
        </Text>
      )}
      <Text aloud role="status">
        {announced}
      </Text>
    </FieldGroup>
  )
}

const Finder = ({ chosen, onAdd }: { chosen: Projects; onAdd: (project: Projects[number]) => void }) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const query = useInfiniteQuery({ ...galleryQuery({ search }), enabled: search.length > 1 })
  const asked = search.length > 1 && typed.trim().length > 1
  const found = toOffer(query.data?.projects ?? [], chosen).slice(0, maxFound)
  return (
    <Stack gap={2}>
      <TextInput
        label="Добавить проект"
        data-add=""
        placeholder="Название, автор или тег"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // it searches by itself: Enter must not save the form around it
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
      />
      <div role="status">
        {asked && query.data && found.length === 0 && (
          <Text size={3} tone="quiet">
            Ничего не нашлось
          </Text>
        )}
      </div>
      {asked && (
        <Stack as="ul" plain divided className={classes.lines}>
          {found.map(({ id, name, authors }) => (
            <LeavingRow gap={2} wrap key={id}>
              <Text as="span" from={8} anywhere>
                {name}
                <Text as="small" block tone="quiet">
                  {authors.map(fullName).join(', ')}
                </Text>
              </Text>
              <Button size="xs" variant="light" aria-label={`Добавить: ${name}`} onClick={() => onAdd({ id, name })}>
                Добавить
              </Button>
            </LeavingRow>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
