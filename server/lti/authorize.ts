import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { LtiAuthorization } from '#contract/lti/lti-services.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { hashToken } from '#server/http/session.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import { launchMessage } from '#server/lti/launch-message.ts'
import { findSubject } from '#server/lti/lti.repo.ts'
import { endLaunch, findLaunch, type Launch } from '#server/lti/lti-access.repo.ts'
import { findConsent } from '#server/lti/lti-consents.repo.ts'
import { signMessage } from '#server/lti/platform-key.ts'
import { findOpenLesson } from '#server/tasks/task-access.ts'
import { findUser } from '#server/users/users.repo.ts'

/** Why a tool is not opened; the sentence is for the person in front of it. */
export class LaunchFault extends Error {}

const used = 'Адрес открывает инструмент один раз и недолго. Вернитесь к уроку и откройте инструмент ещё раз.'
const wrong = 'Инструмент прислал запрос, который сайт не понимает. Напишите куратору школы: его нужно настроить.'
const elsewhere =
  'Инструмент просит прислать ответ на адрес, которого нет в его настройках на сайте. Напишите куратору школы.'
const closed = 'Этот урок вам сейчас не открыть. Вернитесь к курсу: там написано, почему.'

/** What the request of a tool must say (LTI 1.3 Core, § 5.1.1.2). */
const expected = { scope: 'openid', response_type: 'id_token', response_mode: 'form_post', prompt: 'none' } as const

/** Checks a request against the launch that it finishes. */
const check = (asked: LtiAuthorization, { tool }: Launch, subject: string | null) => {
  if (asked.client_id !== tool.client_id || asked.login_hint !== subject) throw new LaunchFault(used)
  if (asked.redirect_uri === undefined || !tool.redirect_urls.includes(asked.redirect_uri))
    throw new LaunchFault(elsewhere)
  const { scope = '', response_type, response_mode, prompt, nonce } = asked
  if (!scope.split(' ').includes(expected.scope)) throw new LaunchFault(wrong)
  if (response_type !== expected.response_type || response_mode !== expected.response_mode) throw new LaunchFault(wrong)
  if (prompt !== undefined && prompt !== expected.prompt) throw new LaunchFault(wrong)
  if (!nonce) throw new LaunchFault(wrong)
  return { nonce, redirect_uri: asked.redirect_uri }
}

/**
 * Carries out the request by which a tool asks who has come: by the hint of a launch alone, since a browser that
 * another site sends brings no token. The hint is good once, for one tool and one person. Throws `LaunchFault`, and
 * changes nothing then.
 */
export const authorize = async ({ db, config }: Pick<Deps, 'db' | 'config'>, asked: LtiAuthorization) => {
  const tokenHash = hashToken(asked.lti_message_hint ?? '')
  const launch = await findLaunch(db, tokenHash)
  if (!launch) throw new LaunchFault(used)
  const { link, tool } = launch
  const user = await findUser(db, launch.launch.user_id)
  if (!user?.active) throw new LaunchFault(used)
  const [subject, agreed] = await Promise.all([findSubject(db, tool.id, user.id), findConsent(db, tool.id, user.id)])
  // taken back since the launch began
  if (!agreed) throw new LaunchFault(used)
  const { nonce, redirect_uri } = check(asked, launch, subject)
  const actor: Actor = { id: user.id, role: user.role, rights: user.rights }
  const lesson = await findOpenLesson(db, actor, link.lesson_id)
  if (!lesson || subject === null) throw new LaunchFault(closed)
  await checkUnlocked(db, actor, lesson)
  const isStaff = isCourseStaff(actor, lesson.course)
  const id_token = await signMessage(
    db,
    launchMessage(config, launch, { user, lesson, isStaff, subject, nonce, shares: agreed.consent }),
  )
  // the last step: a request that came twice at once gets one message
  if (!(await endLaunch(db, tokenHash))) throw new LaunchFault(used)
  return { tool, redirect_uri, fields: { id_token, ...(asked.state !== undefined && { state: asked.state }) } }
}
