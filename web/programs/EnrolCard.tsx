import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import classes from '#web/programs/ProgramView.module.css'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'

const usual = (byLetter: boolean) =>
  `Подайте заявку: школа ответит на сайте${byLetter ? ' и письмом' : ''}, и вы начнёте учиться.`

/** Whether one may still come. */
export const isOpen = ({ enrolling, seats_left }: Program) => enrolling && seats_left !== 0

/** Where a guest applies: registration and application are one form. */
export const applyHref = ({ id }: Pick<Program, 'id'>) => pathTo('registration', {}, { program: id })

const Contacts = ({ program: { name, school } }: { program: Program }) => (
  <>
    {school.email && (
      <a href={`mailto:${school.email}?subject=${encodeURIComponent(`Курс «${name}»`)}`}>{school.email}</a>
    )}
    {school.phone && <a href={`tel:${school.phone.replace(/[^+\d]/g, '')}`}>{school.phone}</a>}
  </>
)

/**
 * How one gets onto the course. Guests apply with their registration; the app puts `application` in that place for
 * those who have an account.
 */
export const EnrolCard = ({
  program,
  application,
  byLetter = true,
}: {
  program: Program
  application?: ReactNode
  /** Whether the reader gets letters; guests give an address with their application. */
  byLetter?: boolean | undefined
}) => {
  const { enrolling, school } = program
  const open = isOpen(program)
  return (
    <Stack as="section" gap={3} pad={4.5} ground="surface" round="m" edge="line" anywhere aria-labelledby="enrol">
      <h2 id="enrol">{open ? 'Как записаться' : 'Сейчас записаться нельзя'}</h2>
      <Stack gap={3} tone="soft">
        {open ? (
          <Paragraphs text={school.enrol_words || usual(byLetter)} />
        ) : (
          <p>{enrolling ? 'Все места заняты.' : 'Набор на курс закрыт.'} Спросите школу о следующем.</p>
        )}
      </Stack>
      <Stack links="underlined" as="p" gap={2.5} align="start" weight="medium" className={classes.contacts}>
        <Contacts program={program} />
      </Stack>
      {application ?? (open && <LinkButton href={applyHref(program)}>Подать заявку</LinkButton>)}
    </Stack>
  )
}
