import { Button } from '@mantine/core'
import { IconDeviceLaptop, IconServer } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import { RichText } from '#web/content/RichText.tsx'
import { cleanText } from '#web/drafts/clean-text.ts'
import classes from '#web/drafts/Drafts.module.css'
import type { Difference } from '#web/drafts/draft-fields.ts'
import { Card } from '#web/ui/Card.tsx'

/** What the two versions are called, and what choosing one says. */
export interface ConflictWords {
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
  words,
  differences,
  onChoose,
}: {
  /** The rank of its title among the headings of the page. */
  heading?: 'h2' | 'h3'
  words: ConflictWords
  differences: Difference[]
  onChoose: (whose: 'mine' | 'theirs') => void
}) => {
  const id = useId()
  const names = Title === 'h2' ? 'h3' : 'h4'
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // it stands where the field was that somebody may be typing in
    const typing = document.activeElement === document.body || document.activeElement === null
    if (typing) card.current?.focus({ preventScroll: true })
  }, [])
  useFieldAfter(card)
  return (
    <Card ref={card} role="group" aria-labelledby={id} tabIndex={-1} className={classes.conflict}>
      <Title id={id} className={classes.title}>
        {words.title}
      </Title>
      <p className={classes.lead} role="alert">
        {words.lead}
      </p>
      <div className={classes.versions}>
        <Version
          heading={names}
          icon={<IconDeviceLaptop size={18} stroke={1.75} aria-hidden="true" />}
          name={words.mine}
          fields={differences.map(({ label, rich, mine }) => ({ label, rich, value: mine }))}
        >
          <Button onClick={() => onChoose('mine')}>{words.keepMine}</Button>
        </Version>
        <Version
          heading={names}
          icon={<IconServer size={18} stroke={1.75} aria-hidden="true" />}
          name={words.theirs}
          fields={differences.map(({ label, rich, theirs }) => ({ label, rich, value: theirs }))}
        >
          <Button variant="default" onClick={() => onChoose('theirs')}>
            {words.takeTheirs}
          </Button>
        </Version>
      </div>
    </Card>
  )
}

/** Once somebody has chosen, the first field of what stands there again has the focus. */
const useFieldAfter = (card: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const [element, place] = [card.current, card.current?.parentElement]
    return () => {
      if (!place || !element?.contains(document.activeElement)) return
      setTimeout(() => {
        const field = place.querySelector<HTMLElement>('input:not([hidden]), textarea, [contenteditable="true"]')
        field?.focus({ preventScroll: true })
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
  <section className={classes.version} aria-label={name}>
    <Name className={classes.name}>
      {icon}
      {name}
    </Name>
    {/* a long version is scrolled with keys */}
    <dl className={classes.fields} tabIndex={0}>
      {fields.map(({ label, rich, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-rich={rich || undefined}>
            {(rich ? isEmptyRichText(value) : value.trim() === '') ? (
              <span className={classes.empty}>Пусто</span>
            ) : rich ? (
              <RichText html={cleanText(value)} size="note" />
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
    {children}
  </section>
)
