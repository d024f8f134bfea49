import { pathTo } from '#contract/pages.ts'
import classes from '#web/app/Header.module.css'
import { HeaderMenu } from '#web/app/HeaderMenu.tsx'

/** «Курсы»: the link goes to the list, the menu to each course; below them stand a student's tasks. */
export const CoursesMenu = ({ courses, tasks }: { courses: Record<string, string>; tasks: boolean }) => (
  <HeaderMenu
    className={classes.split}
    arrow="Список курсов"
    link={(props) => (
      <a href={pathTo('courses.index')} {...props}>
        Курсы
      </a>
    )}
    items={(close) => (
      <>
        <div role="menu" aria-label="Курсы">
          {Object.entries(courses).map(([id, name]) => (
            <a key={id} href={pathTo('courses.show', { id })} role="menuitem" data-item="" onClick={close}>
              {name}
            </a>
          ))}
        </div>
        {tasks && (
          <a href={pathTo('tasks.index')} className={classes.apart} data-item="" onClick={close}>
            Все задания
          </a>
        )}
      </>
    )}
  />
)
