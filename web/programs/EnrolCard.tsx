import { pathTo } from '#contract/pages.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import classes from '#web/programs/ProgramView.module.css'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'

const usual = 'Зарегистрируйтесь и напишите нам, на какой курс хотите. Мы запишем вас и пришлём письмо.'

/** Whether one may still come. */
export const isOpen = ({ enrolling, seats_left }: Program) => enrolling && seats_left !== 0

const Contacts = ({ program: { name, school } }: { program: Program }) => (
  <>
    {school.email && (
      <a href={`mailto:${school.email}?subject=${encodeURIComponent(`Курс «${name}»`)}`}>{school.email}</a>
    )}
    {school.phone && <a href={`tel:${school.phone.replace(/[^+\d]/g, '')}`}>{school.phone}</a>}
  </>
)

/** How one gets onto the course; `known` readers have an account already. */
export const EnrolCard = ({ program, known }: { program: Program; known: boolean }) => {
  const { enrolling, school } = program
  const open = isOpen(program)
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
      {open && !known && <LinkButton href={pathTo('registration')}>Зарегистрироваться</LinkButton>}
    </section>
  )
}
