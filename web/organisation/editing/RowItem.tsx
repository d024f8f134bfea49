import { Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useCallback, useId, useRef, useState } from 'react'
import type { ContentRow, FieldValue, ShownRow } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'
import { counted } from '#contract/plural.ts'
import { RowAction } from '#web/files/RowAction.tsx'
import { goToUnfinishedLink, isLinkBegunIn } from '#web/organisation/editing/LinkForm.tsx'
import { countMissing } from '#web/organisation/editing/missing-fields.ts'
import { type FieldSentences, RowFields } from '#web/organisation/editing/RowFields.tsx'
import classes from '#web/organisation/editing/Rows.module.css'
import { countCorrected, rowName, rowTitle } from '#web/organisation/editing/row-text.ts'
import type { DocumentsById } from '#web/organisation/editing/use-documents.ts'
import { DragHandle, MoveButtons } from '#web/ui/MoveButtons.tsx'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'
import type { Moves } from '#web/ui/use-reorder.ts'

/** What can be done to any row of a table; the same object for all of them. */
export interface RowActs {
  setValue: (key: string, field: string, value: FieldValue | null) => void
  hide: (key: string, hidden: boolean) => void
  remove: (key: string) => void
  moves: Moves<string>
}

interface RowProps {
  name: string
  place: string
  block: OrganisationBlock
  content: ContentRow
  platform: ShownRow | null
  documents: DocumentsById
  first: boolean
  last: boolean
  /** Just added: it opens at once. */
  begun: boolean
  dragged: boolean
  errors: FieldSentences | undefined
  acts: RowActs
}

/** A row of a table: what it says in a line, and its fields once it is opened. */
export const RowItem = memo((props: RowProps) => {
  const { name, place, block, content, platform, dragged, errors, acts } = props
  const item = useRef<HTMLLIElement>(null)
  useFocusAfter(item)
  const [opened, setOpened] = useState(() => props.begun || isLinkBegunIn(place))
  // and stays open once the error is put right: somebody is typing in it
  if (errors && !opened) setOpened(true)
  const id = useId()
  const { setValue } = acts
  const change = useCallback(
    (field: string, value: FieldValue | null) => setValue(name, field, value),
    [setValue, name],
  )
  // a row of one field is no more than that field
  const plain = block.fields.length === 1
  const gone = content.from !== undefined && platform === null
  const open = !gone && !content.hidden && (plain || opened)
  const toggle = () => {
    // out of sight, it would be forgotten
    if (open && item.current && goToUnfinishedLink(item.current, 'строку можно свернуть')) return
    setOpened(!open)
  }
  const fields = open && (
    <div id={id} className={classes.rowBody}>
      <RowFields
        block={block}
        place={place}
        values={content.values}
        known={platform?.values}
        errors={errors}
        onChange={change}
      />
    </div>
  )
  return (
    <li
      ref={item}
      className={classes.row}
      data-row={name}
      data-dragged={dragged || undefined}
      data-plain={plain || undefined}
    >
      <Row gap={1} gapX={2} className={classes.rowHead}>
        {plain ? (
          fields
        ) : (
          <RowToggle row={props} open={open} fixed={gone || content.hidden === true} controls={id} onToggle={toggle} />
        )}
        <RowTools row={props} gone={gone} />
      </Row>
      {!plain && fields}
    </li>
  )
})

const RowToggle = ({
  row: { block, name, content, platform, documents, errors },
  open,
  fixed,
  controls,
  onToggle,
}: {
  row: RowProps
  open: boolean
  /** There is nothing to open. */
  fixed: boolean
  controls: string
  onToggle: () => void
}) => {
  const row = { key: name, content, platform }
  const { rest } = rowTitle(block, row)
  const missing = countMissing(block, row, documents)
  const corrected = countCorrected(block, row)
  const platformRow = content.from !== undefined
  const summary = (
    <Stack as="span" tight shrink anywhere>
      <Text as="strong" weight="medium" clamp={2} tone={content.hidden ? 'quiet' : undefined}>
        {rowName(block, row)}
      </Text>
      {rest && (
        <Text as="small" tone="quiet" clamp={1}>
          {rest}
        </Text>
      )}
      {(platformRow || corrected > 0 || content.hidden || (!fixed && missing > 0) || errors) && (
        <Row as="span" gap={1} gapX={2.5} wrap align="stretch" size={2} tone="quiet">
          {platformRow && (
            <Text as="span" tone="brand">
              из платформы
            </Text>
          )}
          {corrected > 0 && (
            <Text as="span" tone="warn">
              {counted(corrected, 'исправление', 'исправления', 'исправлений')}
            </Text>
          )}
          {content.hidden && <span>не публикуется</span>}
          {platformRow && platform === null && <span>этого на платформе больше нет, строка не публикуется</span>}
          {!fixed && missing > 0 && (
            <Text as="span" tone="warn">
              не заполнено: {counted(missing, 'поле', 'поля', 'полей')}
            </Text>
          )}
          {errors && (
            <Text as="span" tone="bad" weight="medium">
              есть ошибка
            </Text>
          )}
        </Row>
      )}
    </Stack>
  )
  if (fixed)
    return (
      <Row gap={2} align="start" pad={2.5} padX={2} round="s" shrink className={classes.toggle}>
        {summary}
      </Row>
    )
  return (
    <Row
      as="button"
      type="button"
      gap={2}
      align="start"
      pad={2.5}
      padX={2}
      round="s"
      hover="sunken"
      shrink
      className={classes.toggle}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
    >
      <IconChevronDown size={18} stroke={1.75} aria-hidden="true" className={classes.chevron} />
      {summary}
    </Row>
  )
}

const RowTools = ({
  row: { name, block, content, platform, first, last, acts },
  gone,
}: {
  row: RowProps
  gone: boolean
}) => {
  const title = rowName(block, { key: name, content, platform })
  return (
    <Row wrap justify="end" fixed className={classes.rowActions}>
      {content.from !== undefined && !gone && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={`${content.hidden ? 'Публиковать' : 'Не публиковать'}: ${title}`}
          onClick={() => acts.hide(name, !content.hidden)}
        >
          {content.hidden ? 'Публиковать' : 'Не публиковать'}
        </Button>
      )}
      {!(first && last) && (
        <>
          <DragHandle moves={acts.moves} id={name} />
          <MoveButtons moves={acts.moves} id={name} name={title} first={first} last={last} />
        </>
      )}
      {(content.from === undefined || gone) && (
        <RowAction icon="remove" name={title} onClick={() => acts.remove(name)} />
      )}
    </Row>
  )
}
