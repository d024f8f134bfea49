import { Button } from '@mantine/core'
import { IconDeviceLaptop, IconServer } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import { RichText } from '#web/content/RichText.tsx'
import { cleanText } from '#web/drafts/clean-text.ts'
import classes from '#web/drafts/Drafts.module.css'
import type { Difference } from '#web/drafts/draft-fields.ts'
import { Card } from '#web/ui/Card.tsx'
import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx'

/** The names of the two versions, and the messages after a choice. */
export interface ConflictTexts {
  title: string
  lead: string
  mine: string
  theirs: string
  keepMine: string
  takeTheirs: string
}

/** Two versions of one text, side by side: the person chooses. Fields in which they agree are left out. */
export const DraftConflict = ({
  heading: Title = 'h3',
  texts,
  differences,
  interrupts = false,
  onChoose,
}: {
  /** The rank of its title among the headings of the page. */
  heading?: 'h2' | 'h3'
  texts: ConflictTexts
  differences: Difference[]
  /** Whether it is brought into sight: it has taken the place of a form, which may have been scrolled. */
  interrupts?: boolean
  onChoose: (whose: 'mine' | 'theirs') => void
}) => {
  const id = useId()
  const names = Title === 'h2' ? 'h3' : 'h4'
  const card = useRef<HTMLDivElement>(null)
  const isSudden = useRef(interrupts)
  useEffect(() => {
    // it replaces the field that somebody may be typing in
    const typing = document.activeElement === document.body || document.activeElement === null
    if (!typing) return
    card.current?.focus({ preventScroll: true })
    if (isSudden.current) card.current?.scrollIntoView()
  }, [])
  useFieldAfter(card)
  return (
    <Card ref={card} role="group" aria-labelledby={id} tabIndex={-1}>
      <Text as={Title} id={id} size={6}>
        {texts.title}
      </Text>
      <Text mt={1.5} size={4} tone="soft" loose className={classes.lead} role="alert">
        {texts.lead}
      </Text>
      <Grid least={15} gap={4.5} gapX={4} mt={4.5}>
        <Version
          heading={names}
          icon={<IconDeviceLaptop size={18} stroke={1.75} aria-hidden="true" />}
          name={texts.mine}
          fields={differences.map(({ label, rich, mine }) => ({ label, rich, value: mine }))}
        >
          <Button onClick={() => onChoose('mine')}>{texts.keepMine}</Button>
        </Version>
        <Version
          heading={names}
          icon={<IconServer size={18} stroke={1.75} aria-hidden="true" />}
          name={texts.theirs}
          fields={differences.map(({ label, rich, theirs }) => ({ label, rich, value: theirs }))}
        >
          <Button variant="default" onClick={() => onChoose('theirs')}>
            {texts.takeTheirs}
          </Button>
        </Version>
      </Grid>
    </Card>
  )
}

/** Moves the focus to the field that is shown again once somebody has chosen a version. */
const useFieldAfter = (card: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const [element, place] = [card.current, card.current?.parentElement]
    return () => {
      if (!place || !element?.contains(document.activeElement)) return
      setTimeout(() => {
        const field = place.querySelector<HTMLElement>('input:not([hidden]), textarea, [contenteditable="true"]')
        field?.focus({ preventScroll: true })
        // the versions may have been longer or shorter than the form
        field?.scrollIntoView({ block: 'nearest' })
      })
    }
  }, [card])
}

interface ShownField {
  label: string
  rich: boolean
  value: string
}

const Version = ({
  heading: Name,
  icon,
  name,
  fields,
  children,
}: {
  heading: 'h3' | 'h4'
  icon: ReactNode
  name: string
  fields: ShownField[]
  children: ReactNode
}) => (
  <Stack as="section" gap={3} shrink className={classes.version} aria-label={name}>
    <Row as={Name} gap={2} size={4}>
      <Text as="span" tone="quiet">
        {icon}
      </Text>
      {name}
    </Row>
    {/* a long version is scrolled with keys */}
    <Stack as="dl" gap={3} pad={3} padX={4} round="s" edge="firm" className={classes.fields} tabIndex={0}>
      {fields.map(({ label, rich, value }) => (
        <div key={label}>
          <Text as="dt" size={2} tone="quiet">
            {label}
          </Text>
          <Text as="dd" mt={0.5} size={4} anywhere lines={!rich}>
            {(rich ? isEmptyRichText(value) : value.trim() === '') ? (
              <Text as="span" tone="quiet">
                Пусто
              </Text>
            ) : rich ? (
              <RichText html={cleanText(value)} size="note" />
            ) : (
              value
            )}
          </Text>
        </div>
      ))}
    </Stack>
    {children}
  </Stack>
)
