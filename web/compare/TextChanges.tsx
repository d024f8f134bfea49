import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { counted } from '#contract/plural.ts'
import classes from '#web/compare/Compare.module.css'
import { type BlockChange, foldSame } from '#web/compare/compare-texts.ts'
import type { WordChange } from '#web/compare/compare-words.ts'
import { pictureLink } from '#web/files/file-links.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

/** A text with its deletions and insertions; long unchanged parts are folded. */
export const TextChanges = ({ changes, label = 'Текст' }: { changes: BlockChange[]; label?: string }) => {
  const shown = useMemo(() => foldSame(changes), [changes])
  return (
    <Stack as="section" gap={3} anywhere className={classes.text} aria-label={label}>
      {shown.map((part, index) =>
        'folded' in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the comparison of two attempts never changes
          <Folded key={index} blocks={part.folded} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the comparison of two attempts never changes
          <Block key={index} block={part.block} />
        ),
      )}
    </Stack>
  )
}

const Folded = ({ blocks }: { blocks: BlockChange[] }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes.fold}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Свернуть' : 'Показать'} без изменений: {counted(blocks.length, 'абзац', 'абзаца', 'абзацев')}
      </Button>
      {/* biome-ignore lint/suspicious/noArrayIndexKey: the comparison of two attempts never changes */}
      {open && blocks.map((block, index) => <Block key={index} block={block} />)}
    </>
  )
}

const names: Partial<Record<BlockChange['kind'], string>> = { picture: 'Картинка', film: 'Видео', file: 'Файл' }

const looks: Partial<Record<BlockChange['kind'], object>> = {
  heading: { size: 6, weight: 'strong' },
  quote: { tone: 'soft' },
  code: { size: 3, pad: 2.5, ground: 'surface', round: 's' },
  formula: { size: 3 },
  row: { size: 3 },
}

const Block = ({ block }: { block: BlockChange }) => {
  const { kind, change, words, mark, url } = block
  const name = names[kind]
  const parts: WordChange[] =
    name && words.length === 0 ? [{ change: change === 'changed' ? 'same' : change, text: name }] : words
  const Tag = kind === 'code' ? 'pre' : kind === 'heading' ? 'h3' : 'p'
  return (
    <Text as={Tag} {...looks[kind]} lines className={classes.block} data-kind={kind} data-change={change}>
      {mark && (
        <Text as="span" tone="quiet" aria-hidden={mark === '•' || undefined}>
          {mark}{' '}
        </Text>
      )}
      {kind === 'picture' && url && (
        <img className={classes.small} src={pictureLink(url, 'thumbnail')} alt="" loading="lazy" />
      )}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the comparison of two attempts never changes
        <ChangedText key={index} part={part} />
      ))}
    </Text>
  )
}

/** Screen readers do not announce <ins> and <del>: hidden text does that. */
const ChangedText = ({ part: { change, text } }: { part: WordChange }) => {
  if (change === 'same') return text
  return change === 'removed' ? (
    <del>
      <Text as="span" aloud>
        {' '}
        (убрано:{' '}
      </Text>
      {text}
      <Text as="span" aloud>
        ){' '}
      </Text>
    </del>
  ) : (
    <ins>
      <Text as="span" aloud>
        {' '}
        (добавлено:{' '}
      </Text>
      {text}
      <Text as="span" aloud>
        ){' '}
      </Text>
    </ins>
  )
}
