import { pathTo } from '#contract/pages.ts'
import type { ProgramCard as Card } from '#contract/programs/programs.schema.ts'
import { fullName } from '#contract/users/names.ts'
import classes from '#web/programs/ProgramCard.module.css'
import { cardFacts } from '#web/programs/program-facts.ts'
import { Cover } from '#web/ui/Cover.tsx'

const Program = ({ program }: { program: Card }) => (
  <article className={classes.card}>
    <Cover url={program.cover.url} ratio="400 / 150" className={classes.cover} />
    <div className={classes.body}>
      <h3>
        <a href={pathTo('programs.show', { id: program.id })}>{program.name}</a>
      </h3>
      {program.summary && <p className={classes.summary}>{program.summary}</p>}
      <p className={classes.facts}>{program.teachers.map(fullName).join(', ')}</p>
      <ul className={classes.terms}>
        {cardFacts(program).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  </article>
)

/** Announced courses side by side; each opens its announcement. Drawn by the server as well. */
export const ProgramGrid = ({ programs }: { programs: Card[] }) => (
  <ul className={classes.grid}>
    {programs.map((program) => (
      <li key={program.id}>
        <Program program={program} />
      </li>
    ))}
  </ul>
)
