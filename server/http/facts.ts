import type { JsonLd } from '#contract/page-head.ts'
import { pathTo } from '#contract/pages.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import { logoCopy } from '#contract/site/logo.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { pictureOf } from '#server/pictures/link-picture.ts'

// Data for search engines, one builder per kind of thing (https://schema.org). Empty properties are left out.

/** The configuration that the facts need. */
interface SiteFacts {
  publicUrl: string
  appName: string
}

const given = (properties: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(properties).filter(
      ([, value]) => value != null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )

const thing = (type: string, properties: Record<string, unknown>): JsonLd => ({ '@type': type, ...given(properties) })

/** The school itself, for the main page and the organisation section. */
export const organisationFacts = (
  { publicUrl, appName }: SiteFacts,
  school: Pick<SchoolSettings, 'name' | 'email' | 'phone' | 'address' | 'logo'>,
) =>
  thing('Organization', {
    '@id': `${publicUrl}/#organisation`,
    name: school.name || appName,
    url: `${publicUrl}/`,
    logo: publicUrl + (school.logo ? logoCopy(school.logo.url, 'large') : '/build/favicon.svg'),
    email: school.email,
    telephone: school.phone,
    address: school.address,
  })

const provider = ({ publicUrl, appName }: SiteFacts, name: string) =>
  thing('Organization', { '@id': `${publicUrl}/#organisation`, name: name || appName, url: `${publicUrl}/` })

interface PersonFacts {
  id: number
  name: string
  surname: string
  occupation?: string
  about?: string
  avatar?: { url: string } | null
  links?: { url: string }[]
}

/** A person: a profile, or an author beside their project. */
export const personFacts = ({ publicUrl }: SiteFacts, person: PersonFacts) =>
  thing('Person', {
    name: fullName(person),
    givenName: person.name,
    familyName: person.surname,
    url: publicUrl + pathTo('users.show', { id: person.id }),
    jobTitle: person.occupation,
    description: person.about,
    image: person.avatar && new URL(person.avatar.url, publicUrl).href,
    sameAs: person.links?.map(({ url }) => url),
  })

const numberBefore = (text: string, unit: RegExp) => new RegExp(`(\\d+)\\s*(?:${unit.source})`, 'i').exec(text)?.[1]

/** The length of a course, as far as its free text («3 месяца, 72 часа») has it in numbers. */
const lengthFacts = (duration: string) => {
  const hours = numberBefore(duration, /(?:ак\S*\s+)?ч(?:ас|\.|$)/)
  const weeks = numberBefore(duration, /нед/)
  const months = numberBefore(duration, /мес/)
  return {
    courseWorkload: hours && `PT${hours}H`,
    courseSchedule:
      weeks || months
        ? thing('Schedule', { repeatFrequency: weeks ? 'Weekly' : 'Monthly', repeatCount: Number(weeks ?? months) })
        : undefined,
  }
}

/** The announcement of a course. */
export const courseFacts = (site: SiteFacts, program: Program) => {
  const url = site.publicUrl + pathTo('programs.show', { id: program.id })
  return thing('Course', {
    name: program.name,
    description: program.summary || program.name,
    url,
    image: site.publicUrl + pictureOf('program', program.id),
    provider: provider(site, program.school.name),
    offers:
      program.price === null
        ? undefined
        : thing('Offer', {
            price: program.price,
            priceCurrency: 'RUB',
            category: program.price === 0 ? 'Free' : 'Paid',
            url,
            availability: `https://schema.org/${program.enrolling && program.seats_left !== 0 ? 'InStock' : 'SoldOut'}`,
          }),
    hasCourseInstance: thing('CourseInstance', {
      courseMode: 'Online',
      startDate: program.starts_on,
      ...lengthFacts(program.duration),
      instructor: program.teachers.map((teacher) => personFacts(site, teacher)),
    }),
    inLanguage: 'ru',
    syllabusSections: program.plan
      .filter(({ name }) => name !== null)
      .map(({ name, lessons }) => thing('Syllabus', { name, description: lessons.join('; ') })),
  })
}

interface ProjectFacts {
  id: number
  name: string
  summary: string
  authors: PersonFacts[]
  tags?: string[]
  published_at: string | null
}

/** A student's project. */
export const projectFacts = (site: SiteFacts, project: ProjectFacts) =>
  thing('CreativeWork', {
    name: project.name,
    description: project.summary,
    url: site.publicUrl + pathTo('projects.show', { id: project.id }),
    image: site.publicUrl + pictureOf('project', project.id),
    author: project.authors.map((author) => personFacts(site, author)),
    keywords: project.tags?.join(', '),
    datePublished: project.published_at,
    inLanguage: 'ru',
  })
