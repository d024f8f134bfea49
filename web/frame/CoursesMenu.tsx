import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/frame/Header.module.css'
import { HeaderLink } from '#web/frame/HeaderLink.tsx'
import { HeaderMenu } from '#web/frame/HeaderMenu.tsx'

/** «Курсы»: the link goes to the list, the menu to each course, or to the first one; below are a student's tasks. */
export const CoursesMenu = ({ courses, tasks }: { courses: Record<string, string>; tasks: boolean }) => (
  <HeaderMenu
    className={classes.split}
    arrow="Список курсов"
    link={(props) => (
      <HeaderLink to={pathTo('courses.index')} {...props}>
        Курсы
      </HeaderLink>
    )}
    items={(close) => (
      <>
        <div role="menu" aria-label="Курсы">
          {Object.keys(courses).length === 0 && (
            <Link to={pathTo('courses.create')} role="menuitem" data-item="" onClick={close}>
              Новый курс
            </Link>
          )}
          {Object.entries(courses).map(([id, name]) => (
            <Link key={id} to={pathTo('courses.show', { id })} role="menuitem" data-item="" onClick={close}>
              {name}
            </Link>
          ))}
        </div>
        {tasks && (
          <Link to={pathTo('tasks.index')} className={classes.apart} data-item="" onClick={close}>
            Все задания
          </Link>
        )}
      </>
    )}
  />
)
