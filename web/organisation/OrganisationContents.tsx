import type { ReactNode } from 'react'
import { documents } from '#contract/documents/document-list.ts'
import { organisationPages, organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/organisation/Contents.module.css'
import { SectionFrame } from '#web/organisation/SectionFrame.tsx'
import { Box, Grid, Stack, Text } from '#web/ui/layout.tsx'

/** What each page of the section is about, in short. */
const descriptions: Record<(typeof organisationPages)[number]['slug'], string> = {
  common: 'Название, адрес, телефон, учредители, лицензия, места обучения',
  struct: 'Подразделения и органы управления, филиалы, представительства',
  document: 'Устав, правила, отчёт о самообследовании, локальные акты',
  education: 'Программы и учебные планы, сроки, численность, результаты',
  managers: 'Руководитель и заместители, как с ними связаться',
  employees: 'Преподаватели: образование, опыт, программы',
  objects: 'Кабинеты, техника, электронные ресурсы, доступная среда',
  paid_edu: 'Договор, порядок и стоимость обучения',
  budget: 'Объём деятельности, поступления и расходы',
  vacant: 'Сколько мест свободно на каждой программе',
  grants: 'Стипендии, меры поддержки, общежитие',
  inter: 'Договоры с организациями из других стран',
  catering: 'Питание и охрана здоровья',
  eduStandarts: 'Стандарты и требования, по которым учат',
}

const site = (forUser: boolean) => [
  { title: 'Главная', path: pathTo('main'), about: 'О школе, открытые курсы, как начать' },
  { title: 'Проекты', path: pathTo('projects.index'), about: `Принятые работы ${called('студентов')}` },
  ...(forUser
    ? []
    : [
        { title: 'Регистрация', path: pathTo('registration'), about: 'Начать учиться' },
        { title: 'Вход', path: pathTo('login'), about: 'Для тех, кто уже учится' },
      ]),
]

/**
 * The contents page of the organisation section, and the map of the site; drawn by the server as well. `children` are
 * the app's and replace the list of pages. The map is without what somebody signed in has no use for when `forUser`.
 */
export const OrganisationContents = ({ children, forUser = false }: { children?: ReactNode; forUser?: boolean }) => (
  <SectionFrame>
    <article id="text" className={classes.contents} tabIndex={-1}>
      <Text as="h1" anywhere className={classes.title}>
        {organisationTitle}
      </Text>
      {children ?? <Pages />}
      <Box as="nav" aria-labelledby="site-map" mt={7}>
        <h2 id="site-map">Карта сайта</h2>
        <Grid least={19} links="underlined" gap={5} gapX={6} mt={4} hyphens>
          <div>
            <Text as="h3" mb={3}>
              Страницы
            </Text>
            <Stack as="ul" gap={3} plain>
              {site(forUser).map(({ title, path, about }) => (
                <li key={path}>
                  <Link to={path}>{title}</Link>
                  <About>{about}</About>
                </li>
              ))}
            </Stack>
          </div>
          <div>
            <Text as="h3" mb={3}>
              Документы сайта
            </Text>
            <Stack as="ul" gap={3} plain>
              {documents.map(({ slug, title }) => (
                <li key={slug}>
                  <Link to={pathTo('documents.show', { slug })}>{title}</Link>
                </li>
              ))}
            </Stack>
          </div>
        </Grid>
      </Box>
    </article>
  </SectionFrame>
)

const About = (props: { children: string }) => <Text size={3} tone="quiet" loose {...props} />

const Pages = () => (
  <nav aria-label="Разделы сведений">
    <Box as="ol" gap={3} mt={5} plain className={classes.pages}>
      {organisationPages.map(({ number, slug, title }) => (
        <Box as="li" key={number} ground="surface" round="m" edge="line" shadow="card" className={classes.page}>
          <Text as={Link} covers weight="medium" hyphens to={pathTo(`organisation.page${number}`)}>
            {title}
          </Text>
          <About>{descriptions[slug]}</About>
        </Box>
      ))}
    </Box>
  </nav>
)
