import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { absentText } from '#contract/organisation/registry/registry.ts'
import { counted } from '#contract/plural.ts'
import type { BlockProps } from '#web/organisation/editing/BlockFacts.tsx'
import { editedRows, maxRows } from '#web/organisation/editing/content-rows.ts'
import { errorsOfRow } from '#web/organisation/editing/page-errors.ts'
import { type RowActs, RowItem } from '#web/organisation/editing/RowItem.tsx'
import { rowName } from '#web/organisation/editing/row-text.ts'
import { useBlockEdits } from '#web/organisation/editing/use-block-edits.ts'
import { useDocuments } from '#web/organisation/editing/use-documents.ts'
import { Card } from '#web/ui/Card.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { useReorder } from '#web/ui/use-reorder.ts'

/** A table as a list of its rows: each is opened to be filled in, moved, left out or removed. */
export const BlockRows = memo(({ number, block, draft, rows, platform, errors }: BlockProps) => {
  const edits = useBlockEdits(draft, block.key, platform)
  const documents = useDocuments()
  const all = useMemo(() => editedRows(rows, platform), [rows, platform])
  const root = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(root)
  const [added, setAdded] = useState<string | null>(null)
  const nameOf = (rows: typeof all, key: string) => {
    const row = rows.find((other) => other.key === key)
    return row ? rowName(block, row) : ''
  }
  const latest = useRef(all)
  useEffect(() => {
    latest.current = all
  }, [all])
  const { moves, dragged, announced } = useReorder({
    ids: all.map(({ key }) => key),
    nameOf: (key) => nameOf(all, key),
    move: edits.move,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same acts for every row, so that few are drawn again
  const acts: RowActs = useMemo(
    () => ({
      setValue: edits.setValue,
      hide: edits.hide,
      remove: (key) => edits.remove(key, nameOf(latest.current, key)),
      moves,
    }),
    [edits, moves],
  )
  const add = () => {
    const key = edits.add()
    setAdded(key)
    focusNext(`[data-row="${key}"] :is(textarea, input:not([type="checkbox"]), [data-add])`)
  }
  const markAbsent = () => {
    const key = edits.add(Object.fromEntries(block.fields.map(({ name }) => [name, { absent: true } as const])))
    focusNext(`[data-row="${key}"] :is(button, input)`)
  }
  const id = `block-${block.key}`
  const problem = errors[`blocks.${block.key}`]
  return (
    <Stack as={Card} ref={root} gap={4} role="group" aria-labelledby={id}>
      <Row gap={1} gapX={3} wrap align="baseline" justify="between">
        <h2 id={id}>{block.title}</h2>
        {all.length > 0 && (
          <Text as="span" size={3} tone="quiet" nowrap loose>
            {counted(all.length, 'строка', 'строки', 'строк')}
          </Text>
        )}
      </Row>
      {all.length === 0 && (
        <Text size={3} tone="soft" loose>
          Пока пусто: на странице в каждой ячейке будет «{absentText(block.fields[0] ?? { kind: 'text' })}».
        </Text>
      )}
      {problem && (
        <Text size={3} tone="bad" data-invalid tabIndex={-1}>
          {problem}
        </Text>
      )}
      {all.length > 0 && (
        <Box as="ul" round="s" edge="line" divided plain aria-label={block.title}>
          {all.map(({ key, content, platform }, index) => (
            <RowItem
              key={key}
              name={key}
              place={`${number}:${block.key}:${key}`}
              block={block}
              content={content}
              platform={platform}
              documents={documents}
              first={index === 0}
              last={index === all.length - 1}
              begun={added === key}
              dragged={dragged === key}
              errors={errorsOfRow(errors, block.key, index)}
              acts={acts}
            />
          ))}
        </Box>
      )}
      <Row gap={2} wrap>
        <Button
          size="sm"
          variant="default"
          data-add
          aria-label={`Добавить строку: ${block.title}`}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={all.length >= maxRows}
          onClick={add}
        >
          Добавить строку
        </Button>
        {all.length === 0 && (
          <Button size="sm" variant="subtle" aria-label={`Нет сведений: ${block.title}`} onClick={markAbsent}>
            Нет сведений
          </Button>
        )}
      </Row>
      <Text aloud role="status">
        {announced}
      </Text>
    </Stack>
  )
})
