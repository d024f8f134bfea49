import { type ReactNode, useId } from 'react'
import classes from '#web/home/Home.module.css'

/** A titled part of the main page, with where to see all of it. */
export const HomeSection = ({
  title,
  more,
  children,
}: {
  title: ReactNode
  more?: { label: string; href: string } | undefined
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {more && <a href={more.href}>{more.label}</a>}
      </div>
      {children}
    </section>
  )
}
