import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { PeopleColumns, PeopleImportSummary } from '#contract/people-imports/people-imports.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { ChoosePeopleFile } from '#web/people-imports/ChoosePeopleFile.tsx'
import { PeopleImportView } from '#web/people-imports/PeopleImportView.tsx'
import {
  peopleImportQuery,
  peopleImportsQuery,
  shownImportId,
  useCheckPeople,
} from '#web/people-imports/people-imports.queries.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { Section } from '#web/ui/Section.tsx'
import { toast } from '#web/ui/toasts.ts'

const PastImport = ({ made }: { made: PeopleImportSummary }) => (
  <CardRow anywhere>
    <Stack gap={0.5} from={14}>
      <Link to={pathTo('users.index', {}, { tab: 'import', show: made.id })}>{made.file_name || 'Файл'}</Link>
      <Text size={3} tone="quiet">
        {[formatMoment(made.applied_at ?? made.created_at), made.user && fullName(made.user)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Stack>
    <Text size={3} tone={made.status === 'undone' ? 'quiet' : 'soft'}>
      {made.status === 'undone' ? 'Отменён' : `Добавлено ${made.counts.new}, изменено ${made.counts.changed}`}
    </Text>
  </CardRow>
)

const PastImports = () => {
  const query = useQuery(peopleImportsQuery)
  return (
    <ListState query={query} isEmpty={({ imports }) => imports.length === 0} empty={null}>
      {({ imports }) => (
        <Section title="Прошлые импорты">
          <CardList>
            {imports.map((made) => (
              <PastImport key={made.id} made={made} />
            ))}
          </CardList>
        </Section>
      )}
    </ListState>
  )
}

const ShownImport = ({
  id,
  ...rest
}: {
  id: number
  heading: RefObject<HTMLHeadingElement | null>
  onGone: (madeId: number) => void
  busy: boolean
  onColumns: ((columns: PeopleColumns) => void) | undefined
}) => {
  const query = useQuery(peopleImportQuery(id))
  return (
    <ListState query={query} page>
      {(data) => <PeopleImportView made={data.import} {...rest} />}
    </ListState>
  )
}

/** What the server says of the file itself. */
const faultOf = (error: unknown) =>
  error instanceof ApiError ? (error.fields.file?.[0] ?? error.fields.columns?.[0]) : undefined

/** Why a file was not checked; the same one can be sent again where it was not the reason. */
const Fault = ({ file, error, onRepeat }: { file: File; error: Error; onRepeat: () => void }) => {
  const fault = faultOf(error)
  const { title, detail } = describeError(error)
  return (
    <Row gap={3} wrap role="alert">
      <Box from={14} anywhere>
        <Text tone="bad" weight="medium">
          {fault ? `Файл «${file.name}» не подошёл` : `Не удалось проверить файл «${file.name}»`}
        </Text>
        <Text tone="soft">{fault ?? `${title}. ${detail}`}</Text>
      </Box>
      {judgeFailure(error) !== 'refused' && (
        <Button variant="default" onClick={onRepeat}>
          Повторить проверку
        </Button>
      )}
    </Row>
  )
}

/** Imports people from a file: choose it, look at what it changes, apply it, undo it. */
const PeopleImports = () => {
  const [search, change] = usePageSearch('users.index')
  const check = useCheckPeople()
  /** The file of the import that is shown: corrected columns send it again. */
  const [sent, setSent] = useState<{ id: number; file: File } | null>(null)
  const id = shownImportId(search)
  const heading = useRef<HTMLHeadingElement>(null)
  /** Undefined once the page was left. */
  const shownId = useRef<number | null | undefined>(id)
  useEffect(() => {
    shownId.current = id
    return () => {
      shownId.current = undefined
    }
  }, [id])

  /** Unless another import is shown by the time of the response. */
  const focusHeading = (madeId: number) => focusWhenDrawn(() => (shownId.current === madeId ? heading.current : null))

  const send = (file: File, columns?: PeopleColumns) =>
    check.mutate(
      { file, ...(columns && { columns }) },
      {
        onSuccess: ({ import: made }) => {
          setSent({ id: made.id, file })
          void change({ show: String(made.id) }, { replace: columns !== undefined })
          // the button goes; whoever corrects columns stays where they are
          if (!columns) focusHeading(made.id)
        },
        // the page says it where a file is chosen, which may have been left meanwhile
        onError: (error) => {
          if (columns) check.reset()
          else if (shownId.current === null) return
          const fault = faultOf(error)
          if (fault) toast({ severity: 'error', summary: `Файл «${file.name}» не подошёл`, detail: fault, life: 8000 })
          else reportError(error, `Не удалось проверить файл «${file.name}»`)
        },
      },
    )
  return (
    <Wrap>
      <PageHeader title="Импорт людей" crumbs={[{ label: 'Пользователи', href: pathTo('users.index') }]} />
      {id === null ? (
        <Stack gap={6}>
          <ChoosePeopleFile
            busy={check.isPending}
            fault={
              check.error && (
                <Fault file={check.variables.file} error={check.error} onRepeat={() => send(check.variables.file)} />
              )
            }
            onFile={(file) => send(file)}
          />
          <PastImports />
        </Stack>
      ) : (
        <ShownImport
          id={id}
          heading={heading}
          onGone={focusHeading}
          busy={check.isPending}
          onColumns={sent?.id === id ? (columns) => send(sent.file, columns) : undefined}
        />
      )}
    </Wrap>
  )
}

export default PeopleImports
