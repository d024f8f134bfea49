import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { RichText } from '#web/content/RichText.tsx'
import { cleanText } from '#web/drafts/clean-text.ts'
import { DraftConflict } from '#web/drafts/DraftConflict.tsx'
import { draftConflictTexts } from '#web/drafts/resolve-conflict.ts'
import {
  type ContentDifference,
  type ContentPart,
  contentDifferences,
} from '#web/organisation/editing/content-differences.ts'
import texts from '#web/organisation/editing/Editing.module.css'
import classes from '#web/organisation/editing/PageConflict.module.css'
import { useDocuments } from '#web/organisation/editing/use-documents.ts'
import type { VersionPair } from '#web/organisation/editing/use-page-conflict.ts'
import { Card } from '#web/ui/Card.tsx'
import { Box, Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** A notice after a choice, with a button that returns to the other version. */
export const ChosenNotice = ({ onReopen }: { onReopen: () => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // what was pressed is gone
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Notice
      icon="clock"
      action={
        <Button ref={button} size="sm" variant="default" onClick={onReopen}>
          Выбрать иначе
        </Button>
      }
    >
      Вы выбрали из двух версий. Другая не пропала: она под рукой, пока вы не закроете правку.
    </Notice>
  )
}

interface ConflictProps {
  registry: RegistryPage
  pair: VersionPair
  onChoose: (taken: ContentPart[]) => void
}

/** Two versions of a page: chosen whole where they differ in one part, and part by part where in several. */
export const PageConflict = ({ registry, pair, onChoose }: ConflictProps) => {
  const documents = useDocuments()
  const { mine, theirs, saved_at, saved_by } = pair
  const differences = useMemo(
    () => contentDifferences(registry, mine, theirs, documents),
    [registry, mine, theirs, documents],
  )
  const usual = draftConflictTexts(saved_at)
  const labels = {
    ...usual,
    lead: 'Пока вы правили страницу, её сохранили в другом месте: другой куратор или вы сами в другом окне. Обе версии целы.',
    theirs: saved_by ? `${usual.theirs}: ${saved_by}` : usual.theirs,
  }
  const [only] = differences
  if (differences.length > 1)
    return <PartsConflict labels={labels} differences={differences} taken={pair.taken} onChoose={onChoose} />
  return (
    <DraftConflict
      heading="h2"
      texts={labels}
      differences={differences}
      onChoose={(whose) => onChoose(whose === 'theirs' && only ? [only.part] : [])}
    />
  )
}

const PartsConflict = ({
  labels,
  differences,
  taken,
  onChoose,
}: {
  labels: ReturnType<typeof draftConflictTexts>
  differences: ContentDifference[]
  taken: ContentPart[]
  onChoose: (taken: ContentPart[]) => void
}) => {
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const [theirs, setTheirs] = useState<ContentPart[]>(taken)
  const all = differences.map(({ part }) => part)
  useEffect(() => {
    // it replaces the field that somebody may be typing in
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
  }, [])
  const set = (part: ContentPart, chosen: boolean) =>
    setTheirs((parts) => (chosen ? [...parts, part] : parts.filter((other) => other !== part)))
  return (
    <Stack as={Card} ref={card} gap={4} role="group" aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{labels.title}</h2>
      <Text size={4} tone="soft" loose className={texts.lead} role="alert">
        {labels.lead} Выберите для каждой части, какая останется.
      </Text>
      <Row gap={2} wrap>
        <Button size="sm" variant="default" onClick={() => setTheirs([])}>
          Везде моё
        </Button>
        <Button size="sm" variant="default" onClick={() => setTheirs(all)}>
          Везде с сервера
        </Button>
      </Row>
      {differences.map((difference) => {
        const isTheirs = theirs.includes(difference.part)
        const side = (name: string, value: string, checked: boolean, chooses: boolean) => (
          <Side
            group={`${id}-${difference.part}`}
            part={difference.label}
            name={name}
            checked={checked}
            onChange={() => set(difference.part, chooses)}
          >
            <Value value={value} rich={difference.rich} />
          </Side>
        )
        return (
          <fieldset key={difference.part}>
            <Box as="legend" mb={2} weight="medium">
              {difference.label}
            </Box>
            <Grid least={15} gap={3}>
              {side(labels.mine, difference.mine, !isTheirs, false)}
              {side(labels.theirs, difference.theirs, isTheirs, true)}
            </Grid>
          </fieldset>
        )
      })}
      <div>
        <Button onClick={() => onChoose(theirs)}>Продолжить с выбранным</Button>
      </div>
    </Stack>
  )
}

const Side = ({
  group,
  part,
  name,
  checked,
  onChange,
  children,
}: {
  group: string
  part: string
  name: string
  checked: boolean
  onChange: () => void
  children: ReactNode
}) => {
  const id = useId()
  return (
    <Stack round="s" edge="firm" className={classes.side} data-checked={checked || undefined}>
      <Row as="label" gap={2.5} pad={2} padX={4} size={3} tight className={classes.choice}>
        <input type="radio" name={group} checked={checked} onChange={onChange} aria-describedby={id} />
        {name}
      </Row>
      {/* a long version is scrolled with keys */}
      <Box
        as="section"
        id={id}
        size={4}
        anywhere
        lines
        className={classes.value}
        tabIndex={0}
        aria-label={`${part}: ${name}`}
      >
        {children}
      </Box>
    </Stack>
  )
}

const Value = ({ value, rich }: { value: string; rich: boolean }) => {
  if (rich ? isEmptyRichText(value) : value.trim() === '')
    return (
      <Text as="span" tone="quiet">
        Пусто
      </Text>
    )
  return rich ? <RichText html={cleanText(value)} /> : value
}
