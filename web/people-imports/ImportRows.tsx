import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { type PeopleField, peopleFields } from '#contract/people-imports/people-fields.ts'
import type { PeopleImport, PeopleImportRow, PeopleVerdict } from '#contract/people-imports/people-imports.schema.ts'
import { counted } from '#contract/plural.ts'
import { roles } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/people-imports/ImportRows.module.css'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** Rows that are drawn at first, and with each «Показать ещё». */
const step = 100

const badges = {
  new: { name: 'Новый', color: 'ok', icon: 'check' },
  changed: { name: 'Изменится', color: 'brand', icon: 'pencil' },
  same: { name: 'Без изменений', color: 'idle', icon: 'minus' },
  wrong: { name: 'Ошибка', color: 'bad', icon: 'eye-off' },
}

/** What differs in them once a file was applied, and once that was undone. */
const after: Partial<Record<PeopleImport['status'], Partial<Record<PeopleVerdict, Partial<typeof badges.new>>>>> = {
  applied: { changed: { name: 'Изменён' } },
  undone: {
    new: { name: 'Удалён', color: 'idle', icon: 'minus' },
    changed: { name: 'Возвращён', color: 'idle', icon: 'back' },
  },
}

const sentences = (row: PeopleImportRow) =>
  (Object.entries(row.errors) as [PeopleField, string[]][]).map(
    ([field, errors]) => `${peopleFields[field]}: ${errors.join('. ')}`,
  )

/** The badge: curators and teachers among new people stand out, since they see what others do not. */
const badgeOf = ({ verdict, role }: PeopleImportRow, status: PeopleImport['status']) => {
  const badge = badges[verdict]
  if (verdict === 'new' && role && role.to !== 'student')
    return { ...badge, name: `${badge.name}, ${roles[role.to].toLowerCase()}` }
  return { ...badge, ...after[status]?.[verdict] }
}

/** A field that changes, with its name; of a role also from which to which. */
const changeText = (field: PeopleField, { role }: PeopleImportRow) => {
  const name = peopleFields[field].toLowerCase()
  if (field !== 'role' || !role?.from) return name
  return `${name}: ${roles[role.from].toLowerCase()} → ${roles[role.to].toLowerCase()}`
}

const ImportLine = ({ row, status }: { row: PeopleImportRow; status: PeopleImport['status'] }) => {
  const name = row.name || 'Без имени'
  return (
    <CardRow align="start" anywhere>
      <Text as="span" size={2} tone="quiet" digits className={classes.line}>
        <span className={classes.word}>Строка </span>
        {row.line}
      </Text>
      <Stack gap={1} from={14} links="quiet">
        {row.user_id === null ? (
          <span>{name}</span>
        ) : (
          <Link to={pathTo('users.show', { id: row.user_id })}>{name}</Link>
        )}
        {sentences(row).map((sentence) => (
          <Text key={sentence} size={3} tone="bad">
            {sentence}
          </Text>
        ))}
        {row.changes.length > 0 && (
          <Text size={3} tone="quiet">
            {row.changes.map((field) => changeText(field, row)).join(', ')}
          </Text>
        )}
      </Stack>
      <StatusBadge status={badgeOf(row, status)} />
    </CardRow>
  )
}

/** The rows of a file with the outcome of each; by choice only the wrong ones. */
export const ImportRows = ({ made }: { made: PeopleImport }) => {
  const [onlyWrong, setOnlyWrong] = useState(false)
  const [shown, setShown] = useState(step)
  const rows = onlyWrong ? made.rows.filter(({ verdict }) => verdict === 'wrong') : made.rows
  return (
    <Stack gap={3}>
      {made.counts.wrong > 0 && (
        <Checkbox
          label={`Только с ошибками (${made.counts.wrong})`}
          checked={onlyWrong}
          onChange={({ currentTarget }) => {
            setOnlyWrong(currentTarget.checked)
            setShown(step)
          }}
        />
      )}
      <CardList aria-label="Строки файла">
        {rows.slice(0, shown).map((row) => (
          <ImportLine key={row.line} row={row} status={made.status} />
        ))}
      </CardList>
      {rows.length > shown && (
        <Row justify="center" gap={3} wrap>
          <Button variant="default" onClick={() => setShown((count) => count + step)}>
            Показать ещё
          </Button>
          <Text size={2} tone="quiet">
            {shown} из {counted(rows.length, 'строки', 'строк', 'строк')}
          </Text>
        </Row>
      )}
    </Stack>
  )
}
