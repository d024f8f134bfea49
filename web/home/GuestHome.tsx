import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/GuestHome.module.css'
import { homeProjects } from '#web/home/home.queries.ts'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** Frames of the mosaic, and projects in the band under it. */
const tiles = 7
const fresh = 4

const steps = [
  { name: 'Курс', text: 'Короткие уроки с понятной программой: видно, что позади и что дальше.' },
  { name: 'Работа', text: 'В конце урока вы делаете вещь сами. Черновик не пропадёт, даже если пропадёт сеть.' },
  { name: 'Разбор', text: 'Преподаватель смотрит каждую попытку и пишет, что получилось и что поправить.' },
  { name: 'Проект', text: 'Принятая работа становится проектом в портфолио, которым можно поделиться.' },
]

/** The public main page. */
export const GuestHome = () => {
  const query = useInfiniteQuery(homeProjects)
  const projects = query.data?.projects ?? []
  return (
    <>
      <div className={classes.hero}>
        <div>
          <h1>Учиться на работах, которые не стыдно показать</h1>
          <p>
            Курсы дизайна и кода, где каждую работу разбирает преподаватель. Принятые работы становятся проектами в
            вашем портфолио.
          </p>
          <div className={classes.buttons}>
            <Button component={Link} to="/registration" size="lg">
              Начать учиться
            </Button>
            <Button component={Link} to="/projects" size="lg" variant="default">
              Смотреть проекты
            </Button>
          </div>
        </div>
        {(query.isPending || projects.length >= tiles) && <Mosaic projects={forMosaic(projects)} />}
      </div>
      {query.data?.total !== 0 && (
        <section className={classes.band} aria-labelledby="fresh">
          <div className={classes.in}>
            <div className={classes.head}>
              <h2 id="fresh">Свежие проекты</h2>
              <a href={pathTo('projects.index')}>Вся галерея</a>
            </div>
            {query.data ? (
              <ProjectGrid projects={projects.slice(0, fresh)} />
            ) : query.isError ? (
              <ErrorState error={query.error} onRetry={() => void query.refetch()} />
            ) : (
              <SkeletonList cards count={fresh} height={220} />
            )}
          </div>
        </section>
      )}
      <section className={classes.in} aria-labelledby="steps">
        <div className={classes.head}>
          <h2 id="steps">Как это устроено</h2>
        </div>
        <ol className={classes.steps}>
          {steps.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <div className={classes.last}>
          <Button component={Link} to="/registration" size="lg">
            Начать учиться
          </Button>
          <a className={classes.enter} href={pathTo('login')}>
            Уже учусь, войти
          </a>
        </div>
      </section>
    </>
  )
}

/** Others than those in the band under it, as far as there are others. */
const forMosaic = (projects: ProjectCard[]) => [...projects.slice(fresh), ...projects.slice(0, fresh)].slice(0, tiles)

const Mosaic = ({ projects }: { projects: ProjectCard[] }) => (
  <ul className={classes.mosaic} aria-label="Проекты студентов">
    {Array.from({ length: tiles }, (_, index) => projects[index]).map((project, index) => (
      // the frames stay where they are while covers arrive in them
      // biome-ignore lint/suspicious/noArrayIndexKey: a frame has nothing else
      <li key={index}>
        {project && (
          <a href={pathTo('projects.show', { id: project.id })} title={project.name}>
            <img src={project.cover.url} alt={project.name} />
          </a>
        )}
      </li>
    ))}
  </ul>
)
