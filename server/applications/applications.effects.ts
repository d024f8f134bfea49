import { pathTo } from '#contract/pages.ts'
import { type ApplicationRow, findApplication } from '#server/applications/applications.repo.ts'
import type { Config } from '#server/config.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import { findCourseName } from '#server/courses/courses.repo.ts'
import type { EffectHandlers } from '#server/effects/effects.ts'
import { findRecipient, type Recipient } from '#server/mail/letter-recipient.ts'
import type { Letter, Mailer } from '#server/mail/mailer.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { findUser } from '#server/users/users.repo.ts'

const writeLetter = (
  config: Config,
  { application, program }: ApplicationRow,
  open: boolean,
  { name }: { name: string },
  { to, preface }: Recipient,
): Letter => {
  const accepted = application.status === 'accepted'
  // without an announcement there is no page to link to
  const about = program.announced
    ? ['Описание курса:', config.publicUrl + pathTo('programs.show', { id: program.id })]
    : []
  const course = ['Курс уже открыт:', config.publicUrl + pathTo('courses.show', { id: program.id })]
  const paragraphs = accepted
    ? [
        `Школа приняла вашу заявку на курс «${program.name}».`,
        ...(open ? course : ['Он появится среди ваших курсов, как только откроется.', ...about]),
      ]
    : [
        `Школа отклонила вашу заявку на курс «${program.name}».`,
        ...(application.reason ? [application.reason] : []),
        ...about,
      ]
  return {
    to,
    subject: `${config.appName}: заявка на курс «${program.name}» ${accepted ? 'принята' : 'отклонена'}`,
    text: [...preface, `Здравствуйте, ${name}!`, ...paragraphs].join('\n\n'),
  }
}

/** Sends applicants the school's decision; `course-enrolled` notifies those who were accepted, on the site. */
export const applicationEffects = (
  config: Config,
  mailer: Mailer,
): Pick<EffectHandlers, 'application-declined' | 'application-letter'> => ({
  'application-declined': async (db, { application_id, actor_id }) => {
    const row = await findApplication(db, application_id)
    if (!row) return
    await insertNotifications(db, [row.application.user_id], {
      type: 'application-declined',
      actor_id,
      title: `Школа отклонила вашу заявку на курс <b>«${escapeHtml(row.program.name)}»</b>`,
      comment: row.application.reason || null,
      same_as: `application-declined:${application_id}`,
    })
  },
  'application-letter': async (db, { application_id }) => {
    const row = await findApplication(db, application_id)
    if (!row) return
    const user = await findUser(db, row.application.user_id)
    const recipient = user && (await findRecipient(db, user))
    if (!recipient) return
    const course = await findCourseName(db, row.application.course_id)
    await mailer(writeLetter(config, row, course !== null, user, recipient))
  },
})
