import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import classes from '#web/programs/ProgramView.module.css'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'

const usual = 'Зарегистрируйтесь и напишите нам, на какой курс хотите. Мы запишем вас и пришлём письмо.'

const Contacts = ({ program: { name, school } }: { program: Program }) => (
  <>
    {school.email && (
      <a href={`mailto:${school.email}?subject=${encodeURIComponent(`Курс «${name}»`)}`}>{school.email}</a>
    )}
    {school.phone && <a href={`tel:${school.phone.replace(/[^+\d]/g, '')}`}>{school.phone}</a>}
  </>
)

/** How one gets onto the course; `actions` stand in place of the way to register. */
export const EnrolCard = ({ program, actions }: { program: Program; actions?: ReactNode }) => {
  const { enrolling, seats_left, school } = program
  const open = enrolling && seats_left !== 0
  return (
    <section className={classes.enrol} aria-labelledby="enrol">
      <h2 id="enrol">{open ? 'Как записаться' : 'Сейчас записаться нельзя'}</h2>
      {open ? (
        <Paragraphs text={school.enrol_words || usual} />
      ) : (
        <p>{enrolling ? 'Все места заняты.' : 'Набор на курс закрыт.'} Спросите школу о следующем.</p>
      )}
      <p className={classes.contacts}>
        <Contacts program={program} />
      </p>
      {actions === undefined
        ? open && <LinkButton href={pathTo('registration')}>Зарегистрироваться</LinkButton>
        : actions}
    </section>
  )
}
